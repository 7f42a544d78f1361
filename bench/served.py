# SPDX-License-Identifier: Apache-2.0
"""What the load scenarios share: a server over a folder, its processor time, requests, percentiles."""

import http.client
import os
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WWS = os.environ.get("WWS", os.path.join(ROOT, "wws"))
TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """The examples (or another folder), copied, so that nothing of the checkout changes."""

    def __init__(self, *flags, folder=None, before=None):
        self.work = tempfile.mkdtemp(prefix="wws-bench-")
        self.site = os.path.join(self.work, "site")
        shutil.copytree(folder or os.path.join(ROOT, "examples/zig/root"), self.site)
        if before:
            before(self.site)
        self.port = free_port()
        command = [WWS, self.site, "--port", str(self.port), "--access-log", "off", *flags]
        self.began = time.monotonic()
        with open(os.path.join(self.work, "err"), "wb") as err:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=err)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                break
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit(open(os.path.join(self.work, "err")).read()) from None
                time.sleep(0.002)
        self.opened = time.monotonic() - self.began

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(40)
        shutil.rmtree(self.work)

    def cpu(self):
        """Seconds of processor time, user and system."""
        with open(f"/proc/{self.process.pid}/stat") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def status(self, name):
        with open(f"/proc/{self.process.pid}/status") as f:
            return int(next(line for line in f if line.startswith(name + ":")).split()[1])

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def get(self, path, timeout=60):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, body

    def wrk(self, path, connections, seconds):
        """Requests a second, latencies in ms at 50 and 99 %, processor µs a request."""
        before = self.cpu()
        command = ["setsid", "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency",
                   f"http://127.0.0.1:{self.port}{path}"]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        used = self.cpu() - before
        if "Non-2xx" in text:
            raise SystemExit(f"{path}: answers that are not 2xx\n{text}")
        words = text.split()
        requests = int(words[words.index("requests") - 1])
        return {
            "rate": requests / seconds,
            "p50": millis(words[words.index("50%") + 1]),
            "p99": millis(words[words.index("99%") + 1]),
            "cpu": used * 1e6 / requests,
        }


def millis(text):
    for unit, factor in (("us", 0.001), ("ms", 1.0), ("s", 1000.0)):
        if text.endswith(unit):
            return float(text[: -len(unit)]) * factor
    raise ValueError(text)


def spread(values, digits=1):
    """Median (min–max)."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def percentile(values, percent):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
