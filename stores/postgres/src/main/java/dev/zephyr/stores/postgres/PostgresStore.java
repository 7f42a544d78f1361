// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.postgres;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.Snapshot;
import dev.zephyr.spi.StoredText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that any number of servers share. Thread-safe. */
final class PostgresStore implements KeyValueStore {

    /** A request waits no longer to learn what became of its commit. */
    private static final Duration DECIDE_TIMEOUT = Duration.ofSeconds(15);

    /** Longer than any commit can be on its way. */
    private static final Duration TOKENS_KEPT = Duration.ofHours(1);

    private static final int COMMITS_PER_CLEANUP = 10_000;

    private final Database database;
    private final KeyValueLimits limits;
    private final SnapshotQuery snapshots = new SnapshotQuery();
    private final AtomicInteger commits = new AtomicInteger();

    private PostgresStore(Database database, KeyValueLimits limits) {
        this.database = database;
        this.limits = limits;
    }

    static PostgresStore open(Database database, KeyValueLimits limits) {
        return new PostgresStore(database, limits);
    }

    @Override
    public Snapshot snapshot(String namespace) {
        try {
            return database.once(connection -> snapshots.read(connection, namespace));
        } catch (SQLException e) {
            if (!Database.isAway(e)) {
                throw database.failed(e);
            }
        }
        try { // that connection was stale, after a restart of the server; a new one may do
            return database.once(connection -> snapshots.read(connection, namespace));
        } catch (SQLException e) {
            throw database.failed(e);
        }
    }

    @Override
    public CommitResult commit(Commit commit) {
        String refusal = limits.refusal(commit.puts());
        if (refusal != null) {
            return new CommitResult.OverQuota(refusal);
        }
        CommitCall call = new CommitCall(commit, limits);
        long deadlineNanos = System.nanoTime() + DECIDE_TIMEOUT.toNanos();
        while (true) {
            UUID token = UUID.randomUUID();
            try {
                return database.once(connection -> call.send(connection, token));
            } catch (SQLException e) {
                if (isConflict(e)) {
                    return new CommitResult.Conflict();
                }
                if (!call.isSent() || !Database.isAway(e)) {
                    throw database.failed(e);
                }
                Optional<CommitResult> result = decided(token, deadlineNanos, e);
                if (result.isPresent()) {
                    return result.get();
                }
            } finally {
                cleanUpSometimes();
            }
        }
    }

    /** Transactions that PostgreSQL gave up for the sake of others. */
    private static boolean isConflict(SQLException e) {
        return List.of("40001", "40P01").contains(Database.state(e));
    }

    /**
     * The connection was lost behind a commit: was it applied? Empty: no, and it never will be.
     *
     * @throws KeyValueStoreException if the server does not come back in time
     */
    private Optional<CommitResult> decided(UUID token, long deadlineNanos, SQLException lost) {
        SQLException reason = lost;
        while (System.nanoTime() < deadlineNanos) {
            try {
                return database.once(connection -> decide(connection, token));
            } catch (SQLException e) {
                if (!Database.isAway(e)) {
                    throw database.failed(e);
                }
                reason = e;
                pause();
            }
        }
        KeyValueStoreException failure = database.failed(reason);
        throw new KeyValueStoreException(
                Category.UNAVAILABLE,
                failure.getMessage() + " (a commit may have been applied)",
                lost);
    }

    private static Optional<CommitResult> decide(Connection connection, UUID token)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT wws_decide(?)")) {
            statement.setObject(1, token);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                long version = row.getLong(1);
                return row.wasNull()
                        ? Optional.empty()
                        : Optional.of(new CommitResult.Committed(version, Snapshot.SETTLED));
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KeyValueStoreException(Category.UNAVAILABLE, "store: interrupted", e);
        }
    }

    /** Old tokens serve nobody. */
    private void cleanUpSometimes() {
        if (commits.incrementAndGet() % COMMITS_PER_CLEANUP == 0) {
            Thread.ofVirtual().name("kv-cleanup").start(this::cleanUp);
        }
    }

    private void cleanUp() {
        String sql = "DELETE FROM wws_token WHERE made < now() - ? * interval '1 second'";
        try {
            database.once(connection -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setLong(1, TOKENS_KEPT.toSeconds());
                    return statement.executeUpdate();
                }
            });
        } catch (SQLException e) {
            System.getLogger("dev.zephyr.kv").log(System.Logger.Level.DEBUG, "tokens stay", e);
        }
    }

    @Override
    public List<String> namespaces() {
        String sql = "SELECT name FROM wws_namespace WHERE version > 0";
        try {
            return database.once(connection -> {
                List<String> names = new ArrayList<>();
                try (PreparedStatement statement = connection.prepareStatement(sql);
                        ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        names.add(StoredText.decode(rows.getBytes(1)));
                    }
                }
                return names.stream().sorted().toList();
            });
        } catch (SQLException e) {
            throw database.failed(e);
        }
    }

    @Override
    public boolean answersFromMemory() {
        return false;
    }

    @Override
    public String trouble() {
        return database.trouble();
    }

    @Override
    public void close() {
        database.close();
    }
}
