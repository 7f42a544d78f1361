// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.ContentCoding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a folder of static files is served. Immutable.
 *
 * @param root the folder ({@code public}); it need not exist
 * @param layout which file a path names
 * @param rules what is said about files beyond their content
 * @param compression which codings are offered
 * @param cache what is kept between requests
 */
public record FilesConfig(
        Path root, Layout layout, FileRules rules, Compression compression, Cache cache) {

    /** Everything at its default. */
    public static FilesConfig of(Path root) {
        return new FilesConfig(
                root, Layout.DEFAULT, FileRules.DEFAULT, Compression.DEFAULT, Cache.DEFAULT);
    }

    public FilesConfig withLayout(Layout replacement) {
        return new FilesConfig(root, replacement, rules, compression, cache);
    }

    public FilesConfig withRules(FileRules replacement) {
        return new FilesConfig(root, layout, replacement, compression, cache);
    }

    public FilesConfig withCompression(Compression replacement) {
        return new FilesConfig(root, layout, rules, replacement, cache);
    }

    public FilesConfig withCache(Cache replacement) {
        return new FilesConfig(root, layout, rules, compression, replacement);
    }

    /**
     * Which file a path names.
     *
     * @param indexNames what a folder is answered with, first found first; default {@code
     *     index.html}
     * @param fallback a file that answers every path without one, with status 200: for applications
     *     that route in the browser; default none
     * @param cleanUrls whether {@code /about} is answered with {@code about.html}; default true
     * @param slashRedirect whether a folder asked for without a slash is redirected to the path
     *     with one, so that relative links work; default false, as wws does
     * @param listing whether a folder without an index shows its files; default false
     * @param symlinks default {@link Symlinks#INSIDE}
     */
    public record Layout(
            List<String> indexNames,
            Optional<String> fallback,
            boolean cleanUrls,
            boolean slashRedirect,
            boolean listing,
            Symlinks symlinks) {

        /** What wws does. */
        public static final Layout DEFAULT =
                new Layout(
                        List.of("index.html"),
                        Optional.empty(),
                        true,
                        false,
                        false,
                        Symlinks.INSIDE);

        public Layout {
            indexNames = List.copyOf(indexNames);
        }
    }

    /** Which symbolic links are followed. Whoever can make links decides what is served. */
    public enum Symlinks {
        /** None. */
        REFUSE,
        /** Those that lead to a place inside the root. */
        INSIDE,
        /** All, to wherever they lead. */
        ALLOW
    }

    /**
     * Which codings are offered.
     *
     * @param siblings whether {@code f.br}, {@code f.zst} and {@code f.gz}, if they are not older,
     *     are sent in place of {@code f} to clients that accept them; default true
     * @param onTheFly codings made by the server for text-like types, and kept; default gzip
     * @param bytesMin smaller files are not worth it; default 1 KiB
     * @param bytesMax larger files cost too much at once; default 1 MiB
     * @param parallelMax how many files are compressed at a time; default half the processors
     */
    public record Compression(
            boolean siblings,
            Set<ContentCoding> onTheFly,
            int bytesMin,
            int bytesMax,
            int parallelMax) {

        /** Siblings and gzip. */
        public static final Compression DEFAULT =
                new Compression(
                        true,
                        Set.of(ContentCoding.GZIP),
                        1 << 10,
                        1 << 20,
                        Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

        public Compression {
            onTheFly = Set.copyOf(onTheFly);
        }
    }

    /**
     * What is kept between requests.
     *
     * @param bytesMax of memory for contents, headers and the names of what is missing; default 64
     *     MiB
     * @param fileBytesMax a larger file is sent from disk; default 1 MiB
     * @param openFilesMax descriptors kept for files that are sent from disk; default 256
     * @param staleMax how long an answer may go on after its file changed; default 1 s
     */
    public record Cache(long bytesMax, int fileBytesMax, int openFilesMax, Duration staleMax) {

        /** For small machines. */
        public static final Cache DEFAULT =
                new Cache(64L << 20, 1 << 20, 256, Duration.ofSeconds(1));
    }
}
