// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.postgres;

import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/** Creates the tables and functions, or checks that they are what this version needs. */
final class Schema {

    private static final int VERSION = 1;

    /** "wws kv", so that servers that start together create the schema one after the other. */
    private static final long ADVISORY_LOCK = 0x777773206b76L;

    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    private final String store;

    /**
     * @param store its URL without secrets
     */
    Schema(String store) {
        this.store = store;
    }

    /**
     * Makes sure that the schema is there.
     *
     * @throws KeyValueStoreException if a newer version made it, or the user may not make it
     */
    void ensure(Connection connection) throws SQLException {
        if (isThere(connection)) {
            return;
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + ADVISORY_LOCK + ")");
            if (!isThere(connection)) {
                statement.execute(sql());
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            if (INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                throw notAllowed(e);
            }
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private boolean isThere(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet table = statement.executeQuery("SELECT to_regclass('wws_schema')")) {
                table.next();
                if (table.getObject(1) == null) {
                    return false;
                }
            }
            try (ResultSet row = statement.executeQuery("SELECT version FROM wws_schema")) {
                int version = row.next() ? row.getInt(1) : 0;
                if (version > VERSION) {
                    throw new KeyValueStoreException(
                            Category.CALLER,
                            "store "
                                    + store
                                    + ": schema version: "
                                    + version
                                    + " (expected: <= "
                                    + VERSION
                                    + "): update this server");
                }
                return version == VERSION;
            }
        }
    }

    private KeyValueStoreException notAllowed(SQLException e) {
        return new KeyValueStoreException(
                Category.CALLER,
                "store "
                        + store
                        + ": the tables are missing and this user may not create them."
                        + " Let another user run these statements, and grant SELECT, INSERT, UPDATE"
                        + " and DELETE on the tables:\n"
                        + sql(),
                e);
    }

    private static String sql() {
        try (InputStream in = Schema.class.getResourceAsStream("schema.sql")) {
            byte[] bytes = Objects.requireNonNull(in, "schema.sql").readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
