// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.RequestTarget;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Request targets already decoded, by their bytes: the targets that a site is asked for most are
 * decoded once per event loop. A target takes the place of another with the same hash, so the cache
 * never grows. Confined to the connection's event loop.
 */
final class TargetCache {

    /** How many targets are kept. */
    static final int ENTRIES = 512;

    /** A longer target is decoded each time: long ones are seldom asked for twice. */
    static final int TARGET_BYTES_MAX = 128;

    private record Entry(byte[] bytes, RequestTarget target) {}

    private final @Nullable Entry[] entries = new @Nullable Entry[ENTRIES];

    RequestTarget get(byte[] bytes, int from, int to) {
        if (to - from > TARGET_BYTES_MAX) {
            return RequestTarget.parse(Octets.text(bytes, from, to));
        }
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash ^ hash >>> 16) & ENTRIES - 1;
        Entry entry = entries[slot];
        if (entry == null || !Arrays.equals(entry.bytes, 0, entry.bytes.length, bytes, from, to)) {
            RequestTarget target = RequestTarget.parse(Octets.text(bytes, from, to));
            entry = new Entry(Arrays.copyOfRange(bytes, from, to), target);
            entries[slot] = entry;
        }
        return entry.target;
    }
}
