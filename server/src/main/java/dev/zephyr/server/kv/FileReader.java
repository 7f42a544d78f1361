// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Reads the store of a folder while another process may write it. Thread-safe. */
final class FileReader implements KeyValueStore {

    private final Path path;
    private final SqliteFile file;

    private FileReader(Path path, SqliteFile file) {
        this.path = path;
        this.file = file;
    }

    /**
     * Opens an existing database.
     *
     * @throws KeyValueStoreException if it is not there or can't be read
     */
    static FileReader open(Path path) {
        if (!Files.exists(path)) {
            throw new KeyValueStoreException(Category.CALLER, "store: " + path + " does not exist");
        }
        try {
            return new FileReader(path, new SqliteFile(SqliteSchema.openToRead(path)));
        } catch (SQLException e) {
            throw failed(path, e);
        }
    }

    private static KeyValueStoreException failed(Path path, SQLException e) {
        return new KeyValueStoreException(
                Category.INTERNAL, "store: " + path + " can't be read (" + e.getMessage() + ")", e);
    }

    @Override
    public synchronized Snapshot snapshot(String namespace) {
        try {
            Snapshot state = file.load(namespace);
            Entries living = ((Entries) state.entries()).livingAt(System.currentTimeMillis());
            return new Snapshot(namespace, state.version(), living);
        } catch (SQLException e) {
            throw failed(path, e);
        }
    }

    @Override
    public CommitResult commit(Commit commit) {
        throw new KeyValueStoreException(
                Category.CALLER, "store: " + path + " was opened to be read only (mode=ro)");
    }

    @Override
    public synchronized List<String> namespaces() {
        try {
            return file.namespaces().stream().sorted().toList();
        } catch (SQLException e) {
            throw failed(path, e);
        }
    }

    @Override
    public boolean answersFromMemory() {
        return false;
    }

    @Override
    public synchronized void close() {
        try {
            file.close();
        } catch (SQLException e) {
            throw failed(path, e);
        }
    }
}
