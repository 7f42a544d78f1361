// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The names in the root folder, so that a path whose first segment is none of them costs no access
 * to the disk: most requests for workers are of that kind. Thread-safe.
 */
final class TopLevelNames {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.files");

    /** A folder with more names is not remembered; 1 MB of names. */
    static final int NAMES_MAX = 10_000;

    private final Path root;
    private final boolean cleanUrls;
    private final long staleNanosMax;
    private final Executor background;
    private final LongSupplier nanoTime;

    /** Replaced as a whole by whoever looked last. */
    private volatile Snapshot last;

    /** Races only cause one more look. */
    private volatile boolean looking;

    /**
     * What a look showed.
     *
     * @param exists whether there is such a folder
     * @param names null if there are too many
     * @param takenNanos when, by {@code nanoTime}
     */
    private record Snapshot(boolean exists, @Nullable Set<String> names, long takenNanos) {}

    /** Looks once; blocks. */
    TopLevelNames(FilesConfig config, Executor background, LongSupplier nanoTime) {
        this.root = config.root();
        this.cleanUrls = config.layout().cleanUrls();
        this.staleNanosMax = config.cache().staleMax().toNanos();
        this.background = background;
        this.nanoTime = nanoTime;
        this.last = look();
    }

    /** Whether there is a root folder, as far as is known; never blocks. */
    boolean rootExists() {
        return last.exists;
    }

    /** Whether it is certain that a path names nothing; never blocks. */
    boolean exclude(SafePath path) {
        Snapshot snapshot = last;
        long age = nanoTime.getAsLong() - snapshot.takenNanos;
        if (age >= staleNanosMax / 2 && !looking) {
            looking = true;
            background.execute(this::lookAndKeep);
        }
        return age < staleNanosMax && isExcludedBy(snapshot, path);
    }

    /** The same after a look, unless one was recent; blocks. */
    boolean excludeNow(SafePath path) {
        if (nanoTime.getAsLong() - last.takenNanos >= staleNanosMax) {
            lookAndKeep();
        }
        return isExcludedBy(last, path);
    }

    private boolean isExcludedBy(Snapshot snapshot, SafePath path) {
        if (!snapshot.exists) {
            return true;
        }
        String relative = path.relative();
        Set<String> names = snapshot.names;
        if (names == null || relative.isEmpty()) {
            return false;
        }
        int slash = relative.indexOf('/');
        String first = slash < 0 ? relative : relative.substring(0, slash);
        return !names.contains(first)
                && !(cleanUrls && slash < 0 && names.contains(first + FileLocator.PAGE_SUFFIX));
    }

    private void lookAndKeep() {
        try {
            last = look();
        } finally {
            looking = false;
        }
    }

    private Snapshot look() {
        long now = nanoTime.getAsLong();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
            Set<String> names = new HashSet<>();
            for (Path entry : entries) {
                names.add(entry.getFileName().toString());
                if (names.size() > NAMES_MAX) {
                    return new Snapshot(true, null, now);
                }
            }
            return new Snapshot(true, Set.copyOf(names), now);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return new Snapshot(false, null, now);
        } catch (IOException | DirectoryIteratorException e) {
            LOG.log(System.Logger.Level.WARNING, () -> "folder: " + root + ": " + e);
            return new Snapshot(true, null, now);
        }
    }
}
