// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The descriptors that are kept for files sent from disk, bounded in number and in time unused.
 * Thread-safe.
 */
final class OpenFiles implements AutoCloseable {

    /** A file that was replaced or deleted takes room on the disk as long as it is open. */
    private static final Duration IDLE_MAX = Duration.ofSeconds(60);

    private final TreeOpener opener;
    private final Cache<FileStamp, OpenFile> kept;

    OpenFiles(TreeOpener opener, int openFilesMax) {
        this.opener = opener;
        this.kept =
                Caffeine.newBuilder()
                        .maximumSize(openFilesMax)
                        .expireAfterAccess(IDLE_MAX)
                        .scheduler(Scheduler.systemScheduler())
                        .executor(Runnable::run)
                        .removalListener(
                                (@Nullable FileStamp _,
                                        @Nullable OpenFile file,
                                        RemovalCause _) -> {
                                    if (file != null) {
                                        file.release();
                                    }
                                })
                        .build();
    }

    /** A file that is open already, with a use for the caller; null if it is not. */
    @Nullable OpenFile retained(FileStamp stamp) {
        OpenFile file = kept.getIfPresent(stamp);
        return file != null && file.tryRetain() ? file : null;
    }

    /**
     * Opens a file, or takes the one that is open, with a use for the caller. Blocks.
     *
     * @return null if the file has changed since the stamp was taken
     * @throws IOException as {@link TreeOpener#open}
     */
    @Nullable OpenFile open(String relative, FileStamp stamp) throws IOException {
        OpenFile known = retained(stamp);
        if (known != null) {
            return known;
        }
        FileChannel channel = opener.open(relative);
        boolean current = false;
        try {
            current = channel.size() == stamp.size() && opener.isStill(relative, stamp);
        } finally {
            if (!current) {
                channel.close();
            }
        }
        if (!current) {
            return null;
        }
        OpenFile file = new OpenFile(channel);
        file.tryRetain();
        kept.put(stamp, file);
        return file;
    }

    @Override
    public void close() {
        kept.invalidateAll();
        kept.cleanUp();
    }
}
