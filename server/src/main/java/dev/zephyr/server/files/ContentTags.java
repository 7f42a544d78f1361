// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.zephyr.server.http.EntityTag;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Makes strong entity tags out of what a file holds, so that they change with the content and are
 * the same on every machine and after every restart. Thread-safe; blocks.
 *
 * <p>A file larger than {@value #WHOLE_BYTES_MAX} bytes is not read to its end before the first
 * answer: its tag is made of its size, its time of change and samples (docs/decisions/0301).
 */
final class ContentTags {

    /** Read at less than 0.1 s on common machines. */
    static final long WHOLE_BYTES_MAX = 64L << 20;

    /** Samples of a large file, evenly spread, first and last bytes included. */
    private static final int SAMPLES = 16;

    private static final int CHUNK_BYTES = 64 << 10;

    /** 128 bits: no two contents of one URL ever share it by chance. */
    private static final int TAG_BYTES = 16;

    /** Tags kept for files whose other state was evicted; 200 bytes each. */
    private static final int KEPT_MAX = 10_000;

    private final Cache<FileStamp, EntityTag> kept =
            Caffeine.newBuilder().maximumSize(KEPT_MAX).executor(Runnable::run).build();

    /** The tag of a content in memory. */
    EntityTag of(byte[] content) {
        return tag(sha256().digest(content));
    }

    /**
     * The tag of an open file.
     *
     * @throws IOException if the disk fails or the file turns out shorter
     */
    EntityTag of(FileChannel file, FileStamp stamp) throws IOException {
        EntityTag known = kept.getIfPresent(stamp);
        if (known != null) {
            return known;
        }
        EntityTag tag = stamp.size() <= WHOLE_BYTES_MAX ? whole(file, stamp) : sampled(file, stamp);
        kept.put(stamp, tag);
        return tag;
    }

    /** The tag of a coding that was made on the fly. */
    static EntityTag coded(EntityTag identity, String coding) {
        return new EntityTag(identity.opaque() + "-" + coding, identity.weak());
    }

    private static EntityTag whole(FileChannel file, FileStamp stamp) throws IOException {
        MessageDigest digest = sha256();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        for (long at = 0; at < stamp.size(); at += CHUNK_BYTES) {
            update(digest, file, chunk, at, Math.min(CHUNK_BYTES, stamp.size() - at));
        }
        return tag(digest.digest());
    }

    private static EntityTag sampled(FileChannel file, FileStamp stamp) throws IOException {
        MessageDigest digest = sha256();
        digest.update(
                ByteBuffer.allocate(16)
                        .putLong(stamp.size())
                        .putLong(stamp.modifiedNanos())
                        .flip());
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        long last = stamp.size() - CHUNK_BYTES;
        for (int i = 0; i < SAMPLES; i++) {
            update(digest, file, chunk, last / (SAMPLES - 1) * i, CHUNK_BYTES);
        }
        update(digest, file, chunk, last, CHUNK_BYTES);
        return tag(digest.digest());
    }

    private static void update(
            MessageDigest digest, FileChannel file, ByteBuffer chunk, long at, long count)
            throws IOException {
        chunk.clear().limit((int) count);
        while (chunk.hasRemaining()) {
            if (file.read(chunk, at + chunk.position()) < 0) {
                throw new EOFException("file shorter than " + (at + count) + " bytes");
            }
        }
        digest.update(chunk.flip());
    }

    private static EntityTag tag(byte[] hash) {
        byte[] start = Arrays.copyOf(hash, TAG_BYTES);
        return EntityTag.strong(Base64.getUrlEncoder().withoutPadding().encodeToString(start));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
