#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Usage: bench/zig-kv.sh [ROUNDS [SECONDS]]        defaults: 3 rounds of 10 seconds
# The benchmark of the reworked Zig SDK: four counters that differ in their memory, each loaded by `hey` with its
# defaults (50 connections), in interleaved rounds. Prints the median of the rounds as a Markdown table.
# HEY names the load generator (Go: go install github.com/rakyll/hey@latest), WWS the command to measure (./wws), PORT its port.
set -eu

rounds=${1:-3}
seconds=${2:-10}
root=$(cd "$(dirname "$0")/.." && pwd)
wws=${WWS:-$root/wws}
hey=${HEY:-hey}
port=${PORT:-8089}
examples='no-alloc-kv mixed-alloc-kv workerkv worker-kv-old'

command -v "$hey" >/dev/null 2>&1 || { echo "$0: hey is missing: go install github.com/rakyll/hey@latest, or HEY=PATH" >&2; exit 1; }
[ -r /proc/self/stat ] || { echo "$0: needs /proc for memory and CPU figures" >&2; exit 1; }

work=$(mktemp -d)
server=
stop() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ -z "$server" ] || wait "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap stop EXIT
trap 'exit 1' INT TERM

zig=$("$root/kits/zig/install" 0.17.1)
ZIG_GLOBAL_CACHE_DIR=${ZIG_GLOBAL_CACHE_DIR:-$(dirname "$(dirname "$(dirname "$zig")")")/cache}
export ZIG_GLOBAL_CACHE_DIR
cp -R "$root/examples/zig/root" "$work/root"
(cd "$work" && "$zig" build-exe "$root/bench/worker-kv-old/main.zig" -target wasm32-wasi -O ReleaseSafe -fstrip \
    -mexec-model=reactor --name worker-kv-old)
mv "$work/worker-kv-old.wasm" "$work/root/"
cp "$root/bench/worker-kv-old/worker-kv-old.toml" "$work/root/"

"$wws" --port "$port" --kv memory: "$work/root" >"$work/log" 2>&1 &
server=$!
waited=0
until grep -q 'Start serving requests' "$work/log"; do
    kill -0 "$server" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
    waited=$((waited + 1))
    [ "$waited" -le 600 ] || { echo "$0: the server did not start" >&2; exit 1; }
    sleep 0.1
done

# The launcher may run the server as a child: all its processes count.
family() {
    echo "$server"
    for stat in /proc/[0-9]*/stat; do
        awk -v parent="$server" '{ sub(/^.*\) /, ""); if ($2 == parent) exit 0; exit 1 }' "$stat" 2>/dev/null &&
            basename "$(dirname "$stat")"
    done
    return 0
}
cpu_ticks() {
    for pid in $(family); do sed 's/^.*) //' "/proc/$pid/stat" 2>/dev/null; done | awk '{ sum += $12 + $13 } END { print sum + 0 }'
}
resident_kb() {
    for pid in $(family); do grep VmRSS "/proc/$pid/status" 2>/dev/null; done | awk '{ sum += $2 } END { print sum + 0 }'
}

hertz=$(getconf CLK_TCK)
load() {
    before=$(cpu_ticks)
    "$hey" -z "$2s" "http://127.0.0.1:$port/$1" >"$work/hey"
    after=$(cpu_ticks)
    awk -v ticks=$((after - before)) -v hertz="$hertz" -v resident="$(resident_kb)" '
        /Requests\/sec:/ { rate = $2 } /Fastest:/ { fastest = $2 } /Slowest:/ { slowest = $2 } /Average:/ { average = $2 }
        /Total:/ { total = $2 }
        /50%+ in/ { p50 = $3 } /99%+ in/ { p99 = $3 }
        /\[[0-9]+\].*responses/ { gsub(/[][]/, "", $1); count[$1] += $2 }
        END {
            for (status in count) if (status != 200) { print "status " status ": " count[status] > "/dev/stderr"; exit 1 }
            if (count[200] == 0) exit 1
            print rate, fastest * 1000, slowest * 1000, average * 1000, p50 * 1000, p99 * 1000, resident / 1024, ticks / hertz * 1e6 / count[200]
        }' "$work/hey"
}

# Warm up: the server compiles what runs often.
for example in $examples; do load "$example" 5 >/dev/null; done
round=0
while [ "$round" -lt "$rounds" ]; do
    for example in $examples; do load "$example" "$seconds" >>"$work/$example.rounds"; done
    round=$((round + 1))
done

median() {
    cut -d' ' -f"$2" "$work/$1.rounds" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}
describe() {
    case $1 in
        no-alloc-kv) echo 'new | no' ;;
        worker-kv-old) echo 'old | no' ;;
        *) echo 'new | yes' ;;
    esac
}
echo "| example | SDK | can allocate | requests/s | fastest ms | slowest ms | average ms | p50 ms | p99 ms | resident MB | CPU µs/request |"
echo "|---|---|---|---|---|---|---|---|---|---|---|"
for example in $examples; do
    printf '| %s | %s |' "$example" "$(describe "$example")"
    for column in 1 2 3 4 5 6 7 8; do printf ' %.1f |' "$(median "$example" "$column")"; done
    echo
done
