// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.ContentCoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Compresses files on the fly, each version once. Thread-safe; blocks. */
final class CodingMaker {

    /** A coding must save a twentieth, else it only costs the client's time. */
    private static final int WORTH_PERCENT_MAX = 95;

    private final FileLoader loader;
    private final FileCache cache;

    /** Compressing takes a processor for milliseconds: it must not take all of them. */
    private final Semaphore slots;

    private final ConcurrentHashMap<Work, FutureTask<@Nullable FileVersion>> making =
            new ConcurrentHashMap<>();

    private record Work(FileStamp stamp, ContentCoding coding) {}

    CodingMaker(FilesConfig config, FileLoader loader, FileCache cache) {
        this.loader = loader;
        this.cache = cache;
        this.slots = new Semaphore(config.compression().parallelMax());
    }

    /**
     * The version with a coding more, or, if that does not pay, without the prospect of it.
     *
     * @return null if the file has changed
     * @throws IOException as {@link TreeOpener#open}
     */
    @Nullable FileVersion make(SafePath path, FileVersion version, ContentCoding coding)
            throws IOException {
        Work work = new Work(version.origin().location().stamp(), coding);
        FutureTask<@Nullable FileVersion> task =
                new FutureTask<>(() -> {
                    FileVersion made = made(version, coding);
                    if (made != null) {
                        cache.replace(path, version, made);
                    }
                    return made;
                });
        FutureTask<@Nullable FileVersion> running = making.putIfAbsent(work, task);
        if (running != null) {
            return FileCache.result(running);
        }
        try {
            task.run();
            return FileCache.result(task);
        } finally {
            making.remove(work, task);
        }
    }

    private @Nullable FileVersion made(FileVersion version, ContentCoding coding)
            throws IOException, InterruptedException {
        slots.acquire();
        try {
            byte[] plain = loader.bytes(version);
            if (plain == null) {
                return null;
            }
            byte[] coded = encode(plain, coding);
            return coded.length * 100L > plain.length * (long) WORTH_PERCENT_MAX
                    ? version.withoutMaking(coding)
                    : version.with(loader.coded(version, coding, coded));
        } finally {
            slots.release();
        }
    }

    private static byte[] encode(byte[] plain, ContentCoding coding) throws IOException {
        return switch (coding) {
            case GZIP -> gzip(plain);
            case BROTLI, ZSTD, IDENTITY ->
                    throw new IllegalArgumentException(
                            "coding: " + coding.token() + " (expected: gzip)");
        };
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 3 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }
}
