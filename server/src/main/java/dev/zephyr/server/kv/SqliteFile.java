// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.server.kv.Backing.Change;
import dev.zephyr.server.kv.Trie.Leaf;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.Snapshot;
import dev.zephyr.spi.StoredText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The database file of a store and the statements on it. Confined to one thread.
 *
 * <p>A text that is valid Unicode without U+0000 is stored as TEXT, so that people can read it; any
 * other as a BLOB of {@link StoredText}. The two never compare as equal.
 */
final class SqliteFile implements AutoCloseable {

    private final Connection connection;

    /** Numbers of namespaces that are in the file. */
    private final Map<String, Long> ids = new HashMap<>();

    /** Takes over a connection of {@link SqliteSchema}. */
    SqliteFile(Connection connection) {
        this.connection = connection;
    }

    List<String> namespaces() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name FROM namespace")) {
            while (rows.next()) {
                names.add(text(rows, 1));
            }
        }
        return names;
    }

    /** Version 0 if the namespace is not in the file. */
    Snapshot load(String namespace) throws SQLException {
        Entries entries = Entries.EMPTY;
        long version = 0;
        String sql =
                """
                SELECT n.version, e.key, e.value, e.version, e.expires
                FROM namespace n LEFT JOIN entry e ON e.namespace = n.id WHERE n.name = ?\
                """;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            setText(statement, 1, namespace);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    version = rows.getLong(1);
                    if (rows.getObject(2) != null) {
                        entries = entries.with(leaf(rows));
                    }
                }
            }
        }
        return new Snapshot(namespace, version, entries);
    }

    private static Leaf leaf(ResultSet rows) throws SQLException {
        String key = text(rows, 2);
        String value = text(rows, 3);
        long version = rows.getLong(4);
        long expires = rows.getLong(5);
        return new Leaf(
                key,
                value,
                version,
                rows.wasNull() ? Long.MAX_VALUE : expires,
                KeyValueLimits.bytes(key) + KeyValueLimits.bytes(value));
    }

    /** Writes changes in one transaction; with any failure none is written. */
    void write(List<Change> changes) throws SQLException {
        execute("BEGIN IMMEDIATE");
        try {
            for (Map.Entry<String, List<Change>> namespace : byNamespace(changes).entrySet()) {
                long version = namespace.getValue().getLast().version();
                long id = touch(namespace.getKey(), version);
                writeEntries(id, lastOfEachKey(namespace.getValue()));
            }
            execute("COMMIT");
        } catch (SQLException e) {
            ids.clear();
            rollback(e);
            throw e;
        }
    }

    /** After some errors SQLite has done it already, and says so. */
    private void rollback(SQLException reason) {
        try {
            execute("ROLLBACK");
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Map<String, List<Change>> byNamespace(List<Change> changes) {
        Map<String, List<Change>> namespaces = new LinkedHashMap<>();
        for (Change change : changes) {
            namespaces.computeIfAbsent(change.namespace(), _ -> new ArrayList<>()).add(change);
        }
        return namespaces;
    }

    /** What is left when a key was changed several times; null: deleted. */
    private static Map<String, @Nullable Leaf> lastOfEachKey(List<Change> changes) {
        Map<String, @Nullable Leaf> last = new HashMap<>();
        for (Change change : changes) {
            change.deletes().forEach(key -> last.put(key, null));
            change.puts().forEach(leaf -> last.put(leaf.key, leaf));
        }
        return last;
    }

    private long touch(String namespace, long version) throws SQLException {
        Long known = ids.get(namespace);
        String sql =
                known == null
                        ? """
                        INSERT INTO namespace (name, version) VALUES (?, ?)
                        ON CONFLICT (name) DO UPDATE SET version = excluded.version RETURNING id\
                        """
                        : "UPDATE namespace SET version = ? WHERE id = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            if (known != null) {
                statement.setLong(1, version);
                statement.setLong(2, known);
                statement.executeUpdate();
                return known;
            }
            setText(statement, 1, namespace);
            statement.setLong(2, version);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                ids.put(namespace, rows.getLong(1));
                return rows.getLong(1);
            }
        }
    }

    private void writeEntries(long id, Map<String, @Nullable Leaf> entries) throws SQLException {
        String put =
                """
                INSERT INTO entry (namespace, key, value, version, expires) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (namespace, key) DO UPDATE SET
                value = excluded.value, version = excluded.version, expires = excluded.expires\
                """;
        String delete = "DELETE FROM entry WHERE namespace = ? AND key = ?";
        try (PreparedStatement puts = connection.prepareStatement(put);
                PreparedStatement deletes = connection.prepareStatement(delete)) {
            puts.setLong(1, id);
            deletes.setLong(1, id);
            for (Map.Entry<String, @Nullable Leaf> entry : entries.entrySet()) {
                Leaf leaf = entry.getValue();
                if (leaf == null) {
                    setText(deletes, 2, entry.getKey());
                    deletes.executeUpdate();
                } else {
                    setLeaf(puts, leaf);
                    puts.executeUpdate();
                }
            }
        }
    }

    private static void setLeaf(PreparedStatement statement, Leaf leaf) throws SQLException {
        setText(statement, 2, leaf.key);
        setText(statement, 3, leaf.value);
        statement.setLong(4, leaf.version);
        if (leaf.expiresMillis == Long.MAX_VALUE) {
            statement.setNull(5, Types.INTEGER);
        } else {
            statement.setLong(5, leaf.expiresMillis);
        }
    }

    private static void setText(PreparedStatement statement, int index, String text)
            throws SQLException {
        if (StoredText.isPlain(text)) {
            statement.setString(index, text);
        } else {
            statement.setBytes(index, StoredText.encode(text));
        }
    }

    private static String text(ResultSet rows, int column) throws SQLException {
        return rows.getObject(column) instanceof byte[] bytes
                ? StoredText.decode(bytes)
                : rows.getString(column);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
