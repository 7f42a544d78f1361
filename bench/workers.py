#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What does a request to a worker cost?

usage: bench/workers.py [--rounds N] [--seconds N] [--route /no-alloc-kv ...]

Serves examples/zig/root and loads each route with wrk, 50 connections and then one, rounds interleaved over the routes.
Prints the median (min–max) of requests a second, latencies and processor time a request (user and system time of
the server divided by requests). The first round of each route warms up and is left out. Needs wrk.
"""

import argparse

from served import Server, spread


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--route", action="append")
    parser.add_argument("--kv", default="memory:")
    options = parser.parse_args()
    routes = options.route or ["/no-alloc-kv", "/workerkv", "/basic", "/params/42"]
    with Server("--kv", options.kv) as server:
        for connections in (50, 1):
            seen = {route: [] for route in routes}
            for _ in range(options.rounds + 1):
                for route in routes:
                    seen[route].append(server.wrk(route, connections, options.seconds))
            print(f"{connections} connections: requests/s, p50 ms, p99 ms, processor µs a request")
            for route, rounds in seen.items():
                warm = rounds[1:]
                figures = (spread([r["rate"] for r in warm], 0), spread([r["p50"] for r in warm], 2),
                           spread([r["p99"] for r in warm], 2), spread([r["cpu"] for r in warm]))
                print(f"  {route:16} " + "   ".join(figures))
        print(f"resident: {server.status('VmRSS') // 1024} MB, threads: {server.status('Threads')},"
              f" descriptors: {server.descriptors()}")


if __name__ == "__main__":
    main()
