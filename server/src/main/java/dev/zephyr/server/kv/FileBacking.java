// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static java.lang.System.Logger.Level.WARNING;

import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.Snapshot;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Keeps namespaces in a database file: a connection that writes, on a thread of its own, and one
 * that reads what is used for the first time. Thread-safe.
 */
final class FileBacking implements Backing {

    /** What {@link Sync#INTERVAL} may lose when the machine crashes. */
    private static final long SYNC_INTERVAL_MILLIS = 1000;

    private final Path file;
    private final SqliteFile toRead;
    private final SqliteFile toWrite;
    private final GroupCommit commits;
    private final Thread writer;
    private final ScheduledExecutorService syncer;

    private final Future<?> syncing;

    private FileBacking(Path file, SqliteFile toRead, SqliteFile toWrite, Sync sync) {
        this.file = file;
        this.toRead = toRead;
        this.toWrite = toWrite;
        this.commits = new GroupCommit(toWrite::write, sync == Sync.ALWAYS);
        this.writer = Thread.ofPlatform().name("kv-writer").daemon().start(commits);
        this.syncer =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("kv-sync").daemon().factory());
        this.syncing =
                sync == Sync.INTERVAL
                        ? everySecond(this::sync)
                        : CompletableFuture.completedFuture("");
    }

    /**
     * Opens the file, and creates it if it is not there.
     *
     * @param bytesMax size of the file; 0: no limit
     * @throws KeyValueStoreException if it is damaged, or not one of ours
     */
    static FileBacking open(Path file, Sync sync, long bytesMax) {
        try {
            SqliteFile toWrite = new SqliteFile(SqliteSchema.open(file, sync, bytesMax));
            try {
                SqliteFile toRead = new SqliteFile(SqliteSchema.openToRead(file));
                return new FileBacking(file, toRead, toWrite, sync);
            } catch (SQLException e) {
                toWrite.close();
                throw e;
            }
        } catch (SQLException e) {
            throw failed(file, "opened", e);
        }
    }

    private static KeyValueStoreException failed(Path file, String what, SQLException e) {
        return new KeyValueStoreException(
                Category.INTERNAL,
                "store: "
                        + file
                        + " can't be "
                        + what
                        + " ("
                        + e.getMessage()
                        + "): restore a backup, or move the file away to start anew",
                e);
    }

    @Override
    public List<String> namespaces() {
        synchronized (toRead) {
            try {
                return toRead.namespaces();
            } catch (SQLException e) {
                throw failed(file, "read", e);
            }
        }
    }

    @Override
    public Snapshot load(String namespace) {
        synchronized (toRead) {
            try {
                return toRead.load(namespace);
            } catch (SQLException e) {
                throw failed(file, "read", e);
            }
        }
    }

    @Override
    public CompletionStage<Void> append(Change change) {
        return commits.append(change);
    }

    @Override
    public String trouble() {
        return commits.trouble();
    }

    private Future<?> everySecond(Runnable task) {
        return syncer.scheduleWithFixedDelay(
                task, SYNC_INTERVAL_MILLIS, SYNC_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The log gets to the disk; the database itself follows at its checkpoints. */
    private void sync() {
        Path log = Path.of(file + "-wal");
        if (!Files.exists(log)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
            channel.force(false);
        } catch (IOException e) {
            System.getLogger("dev.zephyr.kv").log(WARNING, "store: " + log + " not synced", e);
        }
    }

    @Override
    public void close() {
        syncing.cancel(false);
        syncer.close();
        commits.close();
        try {
            writer.join();
            synchronized (toRead) {
                toRead.close();
            }
            toWrite.close();
        } catch (SQLException e) {
            throw failed(file, "closed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
