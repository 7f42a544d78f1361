// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.io.IOException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** The descriptors that are kept for files sent from disk, bounded in number. Thread-safe. */
final class OpenFiles implements AutoCloseable {

    private final TreeOpener opener;
    private final Cache<FileStamp, OpenFile> kept;

    OpenFiles(TreeOpener opener, int openFilesMax) {
        this.opener = opener;
        this.kept =
                Caffeine.newBuilder()
                        .maximumSize(openFilesMax)
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
        if (channel.size() != stamp.size() || !opener.isStill(relative, stamp)) {
            channel.close();
            return null;
        }
        OpenFile file = new OpenFile(channel);
        file.tryRetain();
        kept.put(stamp, file);
        return file;
    }

    /** Lets go of a version that is no longer served. */
    void forget(FileStamp stamp) {
        kept.invalidate(stamp);
    }

    /** How many descriptors are kept, about. */
    long size() {
        kept.cleanUp();
        return kept.estimatedSize();
    }

    @Override
    public void close() {
        kept.invalidateAll();
        kept.cleanUp();
    }
}
