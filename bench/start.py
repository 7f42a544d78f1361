#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long from the command to the first answer of a worker?

usage: bench/start.py [--rounds N] [--cold]

Starts the server over examples/zig/root again and again: time until the port is open and until the first 200 of a worker,
processor time used by then, resident memory. --cold compiles every worker anew.
"""

import argparse
import time

from served import Server, spread


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--cold", action="store_true")
    options = parser.parse_args()
    flags = ["--kv", "memory:"] + (["--no-cache"] if options.cold else [])
    opened, answered, used, resident = [], [], [], []
    for _ in range(options.rounds + 1):
        with Server(*flags) as server:
            status, _ = server.get("/basic")
            answered.append((time.monotonic() - server.began) * 1000)
            if status != 200:
                raise SystemExit(f"/basic: {status}")
            opened.append(server.opened * 1000)
            used.append(server.cpu() * 1000)
            resident.append(server.status("VmRSS") / 1024)
    print(f"port open ms      {spread(opened[1:], 0)}")
    print(f"first answer ms   {spread(answered[1:], 0)}")
    print(f"processor ms      {spread(used[1:], 0)}")
    print(f"resident MB       {spread(resident[1:], 0)}")


if __name__ == "__main__":
    main()
