// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static java.lang.System.Logger.Level.ERROR;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.Snapshot;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The store in a folder. Its driver takes time to load, so it is opened on a thread of its own
 * while the server starts; whoever comes before that waits. Thread-safe.
 */
final class FileStore implements KeyValueStore {

    /** The name of the database in the folder, for people with {@code sqlite3}. */
    static final String FILE_NAME = "kv.db";

    private final FolderLock lock;
    private final CompletableFuture<ResidentStore> opened;

    private FileStore(FolderLock lock, CompletableFuture<ResidentStore> opened) {
        this.lock = lock;
        this.opened = opened;
    }

    /**
     * What a folder's store is opened with.
     *
     * @param bytesMax size of the database; 0: no limit
     */
    record Settings(Sync sync, long bytesMax, KeyValueLimits limits, InstantSource clock) {}

    /**
     * Takes the folder at once and opens it soon.
     *
     * @throws KeyValueStoreException if another process has it, or it can't be written
     */
    static FileStore open(Path folder, Settings settings) {
        FolderLock lock = FolderLock.take(folder);
        CompletableFuture<ResidentStore> opened = new CompletableFuture<>();
        Path file = folder.resolve(FILE_NAME);
        Thread.ofPlatform()
                .name("kv-open")
                .daemon()
                .start(() -> {
                    try {
                        opened.complete(resident(file, settings));
                    } catch (Throwable e) { // the thread's outermost frame: others wait
                        System.getLogger("dev.zephyr.kv").log(ERROR, e.getMessage(), e);
                        opened.completeExceptionally(e);
                    }
                });
        return new FileStore(lock, opened);
    }

    private static ResidentStore resident(Path file, Settings settings) {
        FileBacking backing = FileBacking.open(file, settings.sync(), settings.bytesMax());
        return new ResidentStore(backing, settings.limits(), settings.clock());
    }

    private ResidentStore opened() {
        try {
            return opened.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof KeyValueStoreException cause) {
                throw new KeyValueStoreException(
                        cause.category(), String.valueOf(cause.getMessage()), cause);
            }
            throw e;
        }
    }

    @Override
    public Snapshot snapshot(String namespace) {
        return opened().snapshot(namespace);
    }

    @Override
    public CommitResult commit(Commit commit) {
        return opened().commit(commit);
    }

    @Override
    public List<String> namespaces() {
        return opened().namespaces();
    }

    @Override
    public boolean answersFromMemory() {
        return true;
    }

    @Override
    public String trouble() {
        return switch (opened.state()) {
            case RUNNING -> "store: being opened";
            case SUCCESS -> opened.resultNow().trouble();
            case FAILED -> String.valueOf(opened.exceptionNow().getMessage());
            case CANCELLED -> "store: closed";
        };
    }

    @Override
    public void close() {
        try {
            opened.handle((store, _) -> store).thenAccept(FileStore::close).join();
        } finally {
            lock.close();
        }
    }

    private static void close(ResidentStore store) {
        if (store != null) {
            store.close();
        }
    }
}
