// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.zephyr.spi.Snapshot;
import dev.zephyr.spi.StoredText;
import java.io.Serial;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last states of some namespaces, so that entries come over the network only if the version is
 * another. Thread-safe.
 */
final class States {

    /** Namespaces that are kept; each has a limit of its own. */
    private static final int KEPT_MAX = 64;

    /** Entries of a namespace that is kept at most: 64 of them are a modest part of the heap. */
    private static final int KEPT_ENTRIES_MAX = 2000;

    /** Guarded by itself; the one that was used longest ago goes first. */
    private final Map<String, Snapshot> kept =
            new LinkedHashMap<>(KEPT_MAX, 0.75f, true) {
                @Serial private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Snapshot> eldest) {
                    return size() > KEPT_MAX;
                }
            };

    @Nullable Snapshot known(String namespace) {
        synchronized (kept) {
            return kept.get(namespace);
        }
    }

    /** Reads what {@code snapshot.lua} answers. */
    Snapshot read(String namespace, @Nullable Snapshot known, List<byte[]> answer) {
        long version = number(answer.getFirst());
        if (known != null && known.version() == version) {
            return known;
        }
        Map<String, String> entries = new HashMap<>();
        for (int i = 2; i + 1 < answer.size(); i += 2) {
            entries.put(StoredText.decode(answer.get(i)), StoredText.decode(answer.get(i + 1)));
        }
        Snapshot read = new Snapshot(namespace, version, Collections.unmodifiableMap(entries));
        boolean expires = answer.get(1)[0] == '1';
        if (!expires && entries.size() <= KEPT_ENTRIES_MAX) {
            synchronized (kept) {
                kept.put(namespace, read);
            }
        }
        return read;
    }

    static long number(byte[] text) {
        return Long.parseLong(new String(text, US_ASCII));
    }
}
