// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one PostgreSQL, and whether it is there. Thread-safe. While it is away a
 * thread asks every second whether it is back.
 */
final class Database implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.kv");

    /** Waiting for a free connection, or for the server to accept one. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    /** Silence on a connection; no statement of ours takes as long. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration PROBE_INTERVAL = Duration.ofSeconds(1);

    /** SQLSTATE of a connection that could not be made. */
    private static final String CONNECTION_FAILURE = "08001";

    private final PostgresSettings settings;
    private final HikariDataSource pool;
    private final Schema schema;
    private final AtomicBoolean isProbed = new AtomicBoolean();
    private volatile String trouble = "";
    private volatile boolean isReady;

    private Database(PostgresSettings settings, HikariDataSource pool) {
        this.settings = settings;
        this.pool = pool;
        this.schema = new Schema(settings.shown());
    }

    /** What is done over a connection. */
    @FunctionalInterface
    interface Statements<T> {
        T on(Connection connection) throws SQLException;
    }

    static void addTimeouts(Properties properties) {
        properties.setProperty("connectTimeout", Long.toString(CONNECT_TIMEOUT.toSeconds()));
        properties.setProperty("socketTimeout", Long.toString(READ_TIMEOUT.toSeconds()));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("ApplicationName", "wws");
    }

    /**
     * Connects and creates or checks the schema. A server that is away is no error: it may come.
     *
     * @throws KeyValueStoreException if the server refuses the user or the schema is not usable
     */
    static Database open(PostgresSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("kv");
        config.setJdbcUrl(settings.jdbcUrl());
        config.setDataSourceProperties(settings.properties());
        config.setMaximumPoolSize(settings.connectionsMax());
        config.setMinimumIdle(1);
        config.setConnectionTimeout(CONNECT_TIMEOUT.toMillis());
        config.setInitializationFailTimeout(-1);
        Database database = new Database(settings, new HikariDataSource(config));
        try {
            database.ready();
        } catch (SQLException e) {
            if (!isAway(e)) {
                database.close();
                throw database.failed(e);
            }
            database.away(e);
        } catch (KeyValueStoreException e) {
            database.close();
            throw e;
        }
        return database;
    }

    /** The schema is there, once and for all. */
    private synchronized void ready() throws SQLException {
        if (!isReady) {
            try (Connection connection = pool.getConnection()) {
                schema.ensure(connection);
                isReady = true;
            }
        }
    }

    /**
     * Does something over a connection, once. Fails at once while the server is known to be away.
     *
     * @throws SQLException what the statements threw, or the reason why there is no connection
     */
    <T> T once(Statements<T> statements) throws SQLException {
        String known = trouble;
        if (!known.isEmpty() && isProbed.get()) {
            throw new SQLTransientConnectionException(known, CONNECTION_FAILURE);
        }
        return onConnection(statements);
    }

    private <T> T onConnection(Statements<T> statements) throws SQLException {
        if (!isReady) {
            ready();
        }
        try (Connection connection = pool.getConnection()) {
            T result = statements.on(connection);
            trouble = "";
            return result;
        }
    }

    /** What a failure means to the caller; remembers when the server is away. */
    KeyValueStoreException failed(SQLException reason) {
        if (isAway(reason)) {
            away(reason);
            return new KeyValueStoreException(Category.UNAVAILABLE, text(reason), reason);
        }
        boolean isFull = state(reason).startsWith("53");
        return new KeyValueStoreException(
                isFull ? Category.EXHAUSTED : Category.INTERNAL, text(reason), reason);
    }

    private String text(SQLException reason) {
        String message = String.valueOf(reason.getMessage());
        String prefix = "store " + settings + ": ";
        return message.startsWith(prefix) ? message : prefix + message;
    }

    private void away(SQLException reason) {
        trouble = text(reason);
        if (isProbed.compareAndSet(false, true)) {
            LOG.log(System.Logger.Level.WARNING, trouble);
            Thread.ofVirtual().name("kv-probe").start(this::probe);
        }
    }

    private void probe() {
        try {
            while (!pool.isClosed() && !trouble.isEmpty()) {
                Thread.sleep(PROBE_INTERVAL);
                isBack();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            isProbed.set(false);
        }
    }

    private void isBack() {
        try {
            if (onConnection(connection -> connection.isValid((int) CONNECT_TIMEOUT.toSeconds()))) {
                LOG.log(System.Logger.Level.INFO, "store " + settings + ": back");
            }
        } catch (SQLException e) {
            trouble = text(e);
        } catch (KeyValueStoreException e) {
            trouble = String.valueOf(e.getMessage());
        }
    }

    /** Empty if the server answered when it was last asked. */
    String trouble() {
        return trouble;
    }

    /** Whether the connection is lost or there is none: nothing is known about what was sent. */
    static boolean isAway(SQLException e) {
        String state = state(e);
        return state.startsWith("08") || state.startsWith("57P") || isTransient(e);
    }

    private static boolean isTransient(@Nullable Throwable e) {
        return e instanceof SQLTransientConnectionException && !isRefusal(e.getCause());
    }

    /** The server is there, but does not want us: wrong password, no such database. */
    private static boolean isRefusal(@Nullable Throwable e) {
        return e instanceof SQLException cause
                && Set.of("28P01", "28000", "3D000", "42501").contains(state(cause));
    }

    static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null ? "" : state;
    }

    @Override
    public void close() {
        pool.close();
    }
}
