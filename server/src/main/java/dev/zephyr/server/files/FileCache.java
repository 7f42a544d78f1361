// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known about paths, bounded in bytes by a policy that a scan can't flush. Thread-safe.
 *
 * <p>An entry is trusted for half of {@code staleMax}; during the other half it still answers while
 * it is checked in the background; after that it must be checked before it answers. So a file in
 * demand is checked at most every half of that time and never keeps a request waiting, and no
 * answer is older than that time. Requests that find nothing share one load.
 */
final class FileCache {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.files");

    /** How often a file that keeps changing is read again before the request fails. */
    private static final int ATTEMPTS_MAX = 5;

    private final FilesConfig.Cache limits;
    private final FileLocator locator;
    private final FileLoader loader;
    private final Executor background;
    private final LongSupplier nanoTime;
    private final Cache<String, Checked> entries;
    private final ConcurrentHashMap<String, FutureTask<Checked>> loading =
            new ConcurrentHashMap<>();

    FileCache(FilesConfig config, FileLoader loader, Executor background, LongSupplier nanoTime) {
        this.limits = config.cache();
        this.locator = new FileLocator(config);
        this.loader = loader;
        this.background = background;
        this.nanoTime = nanoTime;
        this.entries =
                Caffeine.newBuilder()
                        .maximumWeight(limits.bytesMax())
                        .weigher((String key, Checked checked) -> weight(key, checked.entry))
                        .executor(background)
                        .build();
    }

    /** An entry, and when it was last compared with the file system. */
    private static final class Checked {

        final SafePath path;
        final Entry entry;

        /** Written by whoever checks; a stale read only causes one more check. */
        volatile long checkedNanos;

        /** Whether a check is under way; races only cause one more check. */
        volatile boolean checking;

        /** Answers since it was read; lost counts don't matter. */
        int uses;

        Checked(SafePath path, Entry entry, long checkedNanos) {
            this.path = path;
            this.entry = entry;
            this.checkedNanos = checkedNanos;
        }
    }

    /** What is known for certain at this moment, without blocking; null if nothing is. */
    @Nullable Entry known(String key) {
        Checked checked = entries.getIfPresent(key);
        if (checked == null) {
            return null;
        }
        long age = nanoTime.getAsLong() - checked.checkedNanos;
        long staleMax = limits.staleMax().toNanos();
        if (age >= staleMax) {
            return null;
        }
        checked.uses++;
        if (age >= staleMax / 2 && !checked.checking) {
            checked.checking = true;
            background.execute(() -> checkQuietly(checked));
        }
        return checked.entry;
    }

    /**
     * What the file system says. Blocks.
     *
     * @throws IOException if the disk fails, the process has no descriptor left, or the file keeps
     *     changing
     */
    Entry load(SafePath path) throws IOException {
        String key = path.key();
        FutureTask<Checked> task = new FutureTask<>(() -> check(path, entries.getIfPresent(key)));
        FutureTask<Checked> running = loading.putIfAbsent(key, task);
        if (running != null) {
            return result(running).entry;
        }
        try {
            task.run();
            return result(task).entry;
        } finally {
            loading.remove(key, task);
        }
    }

    /** Forgets a path whose file turned out to have changed. */
    void forget(SafePath path) {
        entries.invalidate(path.key());
    }

    /** Keeps a version with one coding more or less, unless the file has changed meanwhile. */
    void replace(SafePath path, FileVersion before, FileVersion after) {
        entries.asMap()
                .computeIfPresent(
                        path.key(),
                        (_, checked) ->
                                checked.entry instanceof Entry.Found(var version)
                                                && version.equals(before)
                                        ? new Checked(
                                                path, new Entry.Found(after), checked.checkedNanos)
                                        : checked);
    }

    /** What a task came to. */
    static <T extends @Nullable Object> T result(FutureTask<T> task) throws IOException {
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while another request read the file", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void checkQuietly(Checked checked) {
        try {
            check(checked.path, checked);
        } catch (IOException e) {
            // The entry grows too old to answer, so the next request meets the error itself.
            LOG.log(System.Logger.Level.DEBUG, () -> "check of " + checked.path + ": " + e);
        } finally {
            checked.checking = false;
        }
    }

    private Checked check(SafePath path, @Nullable Checked before) throws IOException {
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            long now = nanoTime.getAsLong();
            Location location = locator.locate(path);
            if (before != null && isStill(before, location)) {
                before.checkedNanos = now;
                return before;
            }
            Entry entry = read(location, before);
            if (entry != null) {
                Checked checked = new Checked(path, entry, now);
                entries.put(path.key(), checked);
                return checked;
            }
        }
        throw new IOException("file keeps changing: " + path.relative());
    }

    private @Nullable Entry read(Location location, @Nullable Checked before) throws IOException {
        if (!(location instanceof Location.File file)) {
            return new Entry.NoFile(location);
        }
        boolean popular = before != null && before.uses > 1 && before.entry instanceof Entry.Found;
        try {
            FileVersion version = loader.load(file, popular);
            if (version == null) {
                return null;
            }
            return new Entry.Found(
                    before != null && before.entry instanceof Entry.Found(var last)
                            ? version.inheriting(last)
                            : version);
        } catch (NoSuchFileException e) {
            return new Entry.NoFile(Location.NOWHERE);
        } catch (AccessDeniedException e) {
            return new Entry.NoFile(Location.FORBIDDEN);
        }
    }

    /** Nothing has changed, and nothing is to be gained by reading it again. */
    private boolean isStill(Checked before, Location location) {
        if (before.entry instanceof Entry.Found(var version)) {
            return version.settled()
                    && version.origin().location().equals(location)
                    && !(before.uses > 1 && hasRoomFor(version));
        }
        return before.entry.location().equals(location);
    }

    /** Whether a file that is in demand but sent from disk could be kept in memory. */
    private boolean hasRoomFor(FileVersion version) {
        return version.variants().values().stream()
                .anyMatch(variant ->
                        variant.content() instanceof Content.OnDisk(_, var stamp)
                                && stamp.size() <= limits.fileBytesMax());
    }

    private static int weight(String key, Entry entry) {
        return (int) Math.min(Integer.MAX_VALUE, entry.weight() + 2L * key.length() + 128);
    }
}
