// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.postgres;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.Snapshot;
import dev.zephyr.spi.StoredText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A commit as arguments of {@code wws_commit}. Confined to one thread. */
final class CommitCall {

    private static final String SQL =
            "SELECT outcome, a, b FROM wws_commit(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final long NO_TTL = -1;

    private final Commit commit;
    private final KeyValueLimits limits;
    private final byte[][] keys;
    private final Boolean[] present;
    private final byte @Nullable [][] values;
    private boolean isSent;

    CommitCall(Commit commit, KeyValueLimits limits) {
        this.commit = commit;
        this.limits = limits;
        int size = commit.puts().size() + commit.deletes().size();
        this.keys = new byte[size][];
        this.present = new Boolean[size];
        this.values = new byte[size][];
        int n = 0;
        for (Map.Entry<String, String> put : commit.puts().entrySet()) {
            values[n] = StoredText.encode(put.getValue());
            setKey(n++, put.getKey());
        }
        for (String key : commit.deletes()) {
            setKey(n++, key);
        }
    }

    private void setKey(int index, String key) {
        keys[index] = StoredText.encode(key);
        present[index] = commit.base().entries().containsKey(key);
    }

    /** Whether the server may have got it. */
    boolean isSent() {
        return isSent;
    }

    CommitResult send(Connection connection, UUID token) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            statement.setObject(1, token);
            statement.setBytes(2, StoredText.encode(commit.namespace()));
            statement.setLong(3, commit.base().version());
            statement.setBoolean(4, commit.isolation() == Commit.Isolation.SERIALIZABLE);
            statement.setArray(5, connection.createArrayOf("bytea", keys));
            statement.setArray(6, connection.createArrayOf("boolean", present));
            statement.setArray(7, connection.createArrayOf("bytea", values));
            statement.setLong(8, commit.timeToLive().map(Duration::toMillis).orElse(NO_TTL));
            statement.setLong(9, limits.keysMax());
            statement.setLong(10, limits.namespaceBytesMax());
            statement.setLong(11, limits.namespacesMax());
            isSent = true;
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return result(row.getString(1), row.getLong(2), row.getLong(3));
            }
        }
    }

    private CommitResult result(String outcome, long a, long b) {
        return switch (outcome) {
            case "committed" -> new CommitResult.Committed(a, Snapshot.SETTLED);
            case "conflict" -> new CommitResult.Conflict();
            case "namespaces" ->
                    new CommitResult.OverQuota(
                            Objects.requireNonNullElse(limits.refusalOfNamespace(a), outcome));
            case "quota" ->
                    new CommitResult.OverQuota(
                            Objects.requireNonNullElse(limits.refusal(a, b), outcome));
            default -> throw new IllegalStateException("wws_commit: " + outcome);
        };
    }
}
