#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Usage: dev.sh WWS FOLDER   (called by `zig build dev --watch` after each build)
# Restarts the server on a new folder. The server ends with the build that started it.
set -eu

state=${TMPDIR:-/tmp}/wws-dev-$(id -u)-$PPID
if [ -f "$state" ]; then
    old=$(cat "$state")
    kill "$old" 2>/dev/null || true
    while kill -0 "$old" 2>/dev/null; do sleep 0.1; done
fi

"$1" "$2" >&2 &
server=$!
echo "$server" >"$state"

# Watches the build; this part outlives the step.
(
    while kill -0 "$PPID" 2>/dev/null && [ "$(cat "$state" 2>/dev/null)" = "$server" ]; do sleep 1; done
    [ "$(cat "$state" 2>/dev/null)" != "$server" ] || { kill "$server" 2>/dev/null; rm -f "$state"; }
) >/dev/null 2>&1 &
