// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.sqlite.JDBC;

/** Opens the database file of a store: finds out what it is, and makes it what it has to be. */
final class SqliteSchema {

    /** "WwsK", in the header of the file: tells it from other databases. */
    private static final int APPLICATION_ID = 0x5777734b;

    private static final int VERSION = 1;

    /** How long the {@code sqlite3} tool may hold its own transaction on the file. */
    private static final int BUSY_MILLIS = 5000;

    private final Connection connection;

    private SqliteSchema(Connection connection) {
        this.connection = connection;
    }

    /**
     * Opens the file to read and write it, and creates it if it is not there.
     *
     * @param bytesMax size of the file; 0: no limit
     */
    static Connection open(Path file, Sync sync, long bytesMax) throws SQLException {
        Connection connection = connect(file, false);
        try {
            new SqliteSchema(connection).prepare(sync, bytesMax);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Opens an existing file to read it, also while another process writes it. */
    static Connection openToRead(Path file) throws SQLException {
        Connection connection = connect(file, true);
        try {
            new SqliteSchema(connection).checkKind();
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static Connection connect(Path file, boolean readOnly) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("busy_timeout", Integer.toString(BUSY_MILLIS));
        if (readOnly) {
            properties.setProperty("open_mode", "1"); // SQLITE_OPEN_READONLY
        }
        return JDBC.createConnection("jdbc:sqlite:" + file, properties);
    }

    private void prepare(Sync sync, long bytesMax) throws SQLException {
        checkKind();
        execute("PRAGMA journal_mode = WAL");
        execute("PRAGMA synchronous = " + synchronous(sync));
        if (number("PRAGMA user_version") == 0) {
            create();
        }
        if (bytesMax > 0) {
            execute("PRAGMA max_page_count = " + bytesMax / number("PRAGMA page_size"));
        }
    }

    private static String synchronous(Sync sync) {
        return switch (sync) {
            case ALWAYS -> "FULL";
            case INTERVAL -> "NORMAL";
            case OFF -> "OFF";
        };
    }

    /** The file is new, or one of ours that this version understands. */
    private void checkKind() throws SQLException {
        long application = number("PRAGMA application_id");
        long version = number("PRAGMA user_version");
        boolean isEmpty = number("SELECT count(*) FROM sqlite_schema") == 0;
        if (application != APPLICATION_ID && !isEmpty) {
            throw new SQLException("it is another program's database");
        }
        if (version > VERSION) {
            throw new SQLException(
                    "schema version: "
                            + version
                            + " (expected: <= "
                            + VERSION
                            + "): it was written by a newer version of this program");
        }
    }

    private void create() throws SQLException {
        execute("BEGIN IMMEDIATE");
        execute("PRAGMA application_id = " + APPLICATION_ID);
        execute(
                """
                CREATE TABLE namespace (
                  id INTEGER PRIMARY KEY,
                  name ANY NOT NULL UNIQUE,
                  version INTEGER NOT NULL
                ) STRICT\
                """);
        execute(
                """
                CREATE TABLE entry (
                  namespace INTEGER NOT NULL REFERENCES namespace (id),
                  key ANY NOT NULL,
                  value ANY NOT NULL,
                  version INTEGER NOT NULL,
                  expires INTEGER,
                  PRIMARY KEY (namespace, key)
                ) STRICT, WITHOUT ROWID\
                """);
        execute("PRAGMA user_version = " + VERSION);
        execute("COMMIT");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }
}
