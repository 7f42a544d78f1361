#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What does a guest that misbehaves cost its neighbours?

usage: bench/hostile.py [--requests N] [--timeout 500ms]

Serves examples/zig/root with one hostile worker beside it, asks for /basic one request after the other and prints its latencies
at 50 and 99 % without the hostile worker, and while two clients ask for it without a pause. The workers are written
byte by byte: an endless loop, memory.grow without end, output without end, endless recursion.
"""

import argparse
import os
import threading
import time

from served import Server, percentile


def leb(n):
    out = bytearray()
    while True:
        byte, n = n & 0x7F, n >> 7
        out.append(byte | (0x80 if n else 0))
        if not n:
            return bytes(out)


def section(number, content):
    return bytes([number]) + leb(len(content)) + content


def module(body):
    """A command that imports fd_write (function 0), has one page and runs the body (function 1)."""
    code = b"\x00" + body + b"\x0b"
    name = b"\x16wasi_snapshot_preview1\x08fd_write\x00\x00"
    return (b"\0asm\1\0\0\0"
            + section(1, b"\x02" + b"\x60\x04\x7f\x7f\x7f\x7f\x01\x7f" + b"\x60\x00\x00")
            + section(2, b"\x01" + name)
            + section(3, b"\x01\x01")
            + section(5, b"\x01\x00\x01")
            + section(7, b"\x02" + b"\x06memory\x02\x00" + b"\x06_start\x00\x01")
            + section(10, b"\x01" + leb(len(code)) + code)
            # iovec at 0: 1,024 bytes from address 64
            + section(11, b"\x01\x00\x41\x00\x0b\x08" + b"\x40\0\0\0\0\x04\0\0"))


HOSTILE = {
    "endless loop": module(b"\x03\x40\x0c\x00\x0b"),
    "memory without end": module(b"\x03\x40\x41\x10\x40\x00\x1a\x0c\x00\x0b"),
    "output without end": module(b"\x03\x40\x41\x01\x41\x00\x41\x01\x41\x08\x10\x00\x1a\x0c\x00\x0b"),
    "recursion without end": module(b"\x10\x01"),
}


def latencies(server, requests):
    seen = []
    for _ in range(requests):
        began = time.perf_counter()
        status, _ = server.get("/basic")
        if status != 200:
            raise SystemExit(f"/basic: {status}")
        seen.append((time.perf_counter() - began) * 1000)
    return seen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=500)
    parser.add_argument("--timeout", default="500ms")
    options = parser.parse_args()
    print(f"/basic, ms:                   p50     p99   (hostile answers)")
    for name, wasm in HOSTILE.items():
        def write(site, wasm=wasm):
            with open(os.path.join(site, "hostile.wasm"), "wb") as f:
                f.write(wasm)
            with open(os.path.join(site, "hostile.toml"), "w") as f:
                f.write(f'version = "1"\n[limits]\ntimeout = "{options.timeout}"\n')

        with Server("--kv", "memory:", "--threads", "4", before=write) as server:
            latencies(server, options.requests)
            alone = latencies(server, options.requests)
            ended, answers = threading.Event(), []

            def attack():
                while not ended.is_set():
                    answers.append(server.get("/hostile")[0])

            attackers = [threading.Thread(target=attack) for _ in range(2)]
            for attacker in attackers:
                attacker.start()
            beside = latencies(server, options.requests)
            ended.set()
            for attacker in attackers:
                attacker.join()
        statuses = {status: answers.count(status) for status in sorted(set(answers))}
        print(f"{name + ', alone':27} {percentile(alone, 50):7.2f} {percentile(alone, 99):7.2f}")
        print(f"{name + ', beside':27} {percentile(beside, 50):7.2f} {percentile(beside, 99):7.2f}   {statuses}")


if __name__ == "__main__":
    main()
