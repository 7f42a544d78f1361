// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code [files]} of {@code .wws.toml}: how the static files are served. Immutable.
 *
 * @param layout which file a path names
 * @param rules what is said about files beyond their content
 * @param compression which codings are offered
 * @param cache what is kept between requests
 */
public record FileSettings(Layout layout, Rules rules, Compression compression, Cache cache) {

    /** Without any key. */
    public static final FileSettings DEFAULT =
            new FileSettings(
                    new Layout(
                            List.of("index.html"),
                            Optional.empty(),
                            true,
                            false,
                            false,
                            Symlinks.INSIDE),
                    new Rules(List.of(), List.of(), List.of(), List.of(), true),
                    new Compression(true, Set.of("gzip"), 1 << 10, 1 << 20),
                    new Cache(64L << 20, 1 << 20, 256, Duration.ofSeconds(1)));

    /**
     * Which file a path names.
     *
     * @param indexNames what a folder is answered with, first found first
     * @param fallback a file that answers every path without one
     * @param cleanUrls whether {@code /about} is answered with {@code about.html}
     * @param directoryRedirect whether a folder asked for without a slash is redirected
     * @param listing whether a folder without an index shows its files
     * @param symlinks which links are followed
     */
    public record Layout(
            List<String> indexNames,
            Optional<String> fallback,
            boolean cleanUrls,
            boolean directoryRedirect,
            boolean listing,
            Symlinks symlinks) {
        public Layout {
            indexNames = List.copyOf(indexNames);
        }
    }

    /** Which symbolic links are followed. */
    public enum Symlinks {
        /** None. */
        REFUSE,
        /** Those that stay inside the folder. */
        INSIDE,
        /** All. */
        ALLOW
    }

    /**
     * What is said about files beyond their content. Patterns are globs over paths; one without a
     * slash is about the last segment.
     *
     * @param contentDisposition whether files are sent with {@code Content-Disposition}
     */
    public record Rules(
            List<CacheRule> caching,
            List<HeaderRule> headers,
            List<Redirect> redirects,
            List<Rewrite> rewrites,
            boolean contentDisposition) {
        public Rules {
            caching = List.copyOf(caching);
            headers = List.copyOf(headers);
            redirects = List.copyOf(redirects);
            rewrites = List.copyOf(rewrites);
        }
    }

    /** {@code [[files.cache_control]]}: a value without control characters. */
    public record CacheRule(String pattern, String value) {}

    /** {@code [[files.headers]]}: a valid field. */
    public record HeaderRule(String pattern, String name, String value) {}

    /**
     * {@code [[files.redirects]]}.
     *
     * @param status 301, 302, 303, 307 or 308
     */
    public record Redirect(String pattern, String location, int status) {}

    /**
     * {@code [[files.rewrites]]}.
     *
     * @param path starts with a slash
     */
    public record Rewrite(String pattern, String path) {}

    /**
     * {@code [files.compression]}.
     *
     * @param precompressed whether {@code f.br}, {@code f.zst} and {@code f.gz} stand for {@code f}
     * @param onTheFly names of the codings that the server makes itself
     * @param bytesMin smaller files are sent as they are
     * @param bytesMax larger files are sent as they are
     */
    public record Compression(
            boolean precompressed, Set<String> onTheFly, int bytesMin, int bytesMax) {
        public Compression {
            onTheFly = Set.copyOf(onTheFly);
        }
    }

    /**
     * {@code [files.cache]}.
     *
     * @param bytesMax memory for contents and headers
     * @param fileBytesMax a larger file is sent from disk
     * @param openFilesMax descriptors kept for files that are sent from disk
     * @param staleMax how long an answer may go on after its file changed
     */
    public record Cache(long bytesMax, int fileBytesMax, int openFilesMax, Duration staleMax) {}
}
