// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Keeps a directory of cached files within its size. */
final class CacheEviction {

    /** A temporary file this old was left by a process that died. */
    private static final Duration ABANDONED_AFTER = Duration.ofHours(1);

    private record Entry(Path file, long bytes, Instant used) {}

    private CacheEviction() {}

    /** Deletes the files that were not used for longest, until the rest has room. */
    static void shrink(Path directory, long bytesMax, InstantSource clock) throws IOException {
        Instant abandoned = clock.instant().minus(ABANDONED_AFTER);
        List<Entry> entries = new ArrayList<>();
        for (Entry entry : list(directory)) {
            if (!entry.file().toString().endsWith(".tmp")) {
                entries.add(entry);
            } else if (entry.used().isBefore(abandoned)) {
                Files.deleteIfExists(entry.file());
            }
        }
        entries.sort(Comparator.comparing(Entry::used));
        long bytes = entries.stream().mapToLong(Entry::bytes).sum();
        for (Entry entry : entries) {
            if (bytes <= bytesMax) {
                return;
            }
            Files.deleteIfExists(entry.file());
            bytes -= entry.bytes();
        }
    }

    private static List<Entry> list(Path directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (var files = Files.newDirectoryStream(directory, "*.{code,tmp}")) {
            for (Path file : files) {
                try {
                    var used = Files.getLastModifiedTime(file).toInstant();
                    entries.add(new Entry(file, Files.size(file), used));
                } catch (NoSuchFileException _) {
                    // Another process removed it between listing and looking: nothing to count.
                }
            }
        }
        return entries;
    }
}
