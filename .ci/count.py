#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks a counter worker many times at once: every number must come once, from the first on.

The worker answers with text that contains 'Counter: N' and adds one per request.
"""

import argparse
import http.client
import re
import sys
from concurrent.futures import ThreadPoolExecutor


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    found = re.search(r"Counter: (\d+)", text)
    return int(found.group(1)) if answer.status == 200 and found else f"status {answer.status}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--path", required=True)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--requests", type=int, default=500)
    parser.add_argument("--concurrency", type=int, default=50)
    options = parser.parse_args()

    with ThreadPoolExecutor(options.concurrency) as pool:
        seen = list(pool.map(lambda _: ask(options.port, options.path), range(options.requests)))
    expected = list(range(options.first, options.first + options.requests))
    exact = sorted(str(n) for n in seen) == sorted(str(n) for n in expected)
    print(f"{options.path}: {options.requests} requests, {'exact' if exact else f'wrong: {seen}'}")
    return 0 if exact else 1


if __name__ == "__main__":
    sys.exit(main())
