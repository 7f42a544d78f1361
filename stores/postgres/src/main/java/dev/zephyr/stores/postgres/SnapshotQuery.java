// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.postgres;

import dev.zephyr.spi.Snapshot;
import dev.zephyr.spi.StoredText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads namespaces in one round trip. Keeps the last state of some, so that entries come over the
 * network only if the version is another. Thread-safe.
 */
final class SnapshotQuery {

    /** Namespaces that are kept; each has a limit of its own. */
    private static final int KEPT_MAX = 64;

    /** Entries of a namespace that is kept at most: 64 of them are a modest part of the heap. */
    private static final int KEPT_ENTRIES_MAX = 2000;

    private static final String SQL =
            """
            SELECT n.version, e.key, e.value, e.expires IS NOT NULL
            FROM wws_namespace n
            LEFT JOIN wws_entry e ON e.namespace = n.id AND n.version <> ?
              AND (e.expires IS NULL OR e.expires > now())
            WHERE n.name = ?\
            """;

    private static final long NONE = -1;

    /** Guarded by itself; the one that was used longest ago goes first. */
    private final Map<String, Snapshot> kept =
            new LinkedHashMap<>(KEPT_MAX, 0.75f, true) {
                @java.io.Serial private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Snapshot> eldest) {
                    return size() > KEPT_MAX;
                }
            };

    Snapshot read(Connection connection, String namespace) throws SQLException {
        Snapshot known = known(namespace);
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            statement.setLong(1, known == null ? NONE : known.version());
            statement.setBytes(2, StoredText.encode(namespace));
            try (ResultSet rows = statement.executeQuery()) {
                return read(rows, namespace, known);
            }
        }
    }

    private Snapshot read(ResultSet rows, String namespace, @Nullable Snapshot known)
            throws SQLException {
        Map<String, String> entries = new HashMap<>();
        long version = 0;
        boolean expires = false;
        while (rows.next()) {
            version = rows.getLong(1);
            byte[] key = rows.getBytes(2);
            if (key != null) {
                entries.put(StoredText.decode(key), StoredText.decode(rows.getBytes(3)));
                expires |= rows.getBoolean(4);
            }
        }
        if (known != null && known.version() == version) {
            return known;
        }
        Snapshot read = new Snapshot(namespace, version, Collections.unmodifiableMap(entries));
        if (!expires && entries.size() <= KEPT_ENTRIES_MAX) {
            keep(read);
        }
        return read;
    }

    private @Nullable Snapshot known(String namespace) {
        synchronized (kept) {
            return kept.get(namespace);
        }
    }

    private void keep(Snapshot snapshot) {
        synchronized (kept) {
            kept.put(snapshot.namespace(), snapshot);
        }
    }
}
