// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.HeaderBlock;
import java.util.List;

/**
 * What is said about files beyond their content, and which paths lead elsewhere. Immutable. In each
 * list the first rule that matches counts, but every header rule that matches adds its field.
 *
 * @param caching values of {@code Cache-Control}; the default rule comes after all of them
 * @param headers further fields
 * @param redirects answered before any file is looked for
 * @param rewrites another path is looked up in place of the one asked for
 * @param contentDisposition whether each file is sent with {@code Content-Disposition} as wws does
 *     (browsers show text, images and video, and save everything else); default true
 */
public record FileRules(
        List<CacheRule> caching,
        List<HeaderRule> headers,
        List<Redirect> redirects,
        List<Rewrite> rewrites,
        boolean contentDisposition) {

    /** No rule of one's own. */
    public static final FileRules DEFAULT =
            new FileRules(List.of(), List.of(), List.of(), List.of(), true);

    public FileRules {
        caching = List.copyOf(caching);
        headers = List.copyOf(headers);
        redirects = List.copyOf(redirects);
        rewrites = List.copyOf(rewrites);
    }

    /**
     * How files may be cached.
     *
     * @param value of {@code Cache-Control}; empty: no such field
     */
    public record CacheRule(PathPattern pattern, String value) {
        public CacheRule {
            requireValid("Cache-Control", value);
        }
    }

    /** A field that files are sent with. */
    public record HeaderRule(PathPattern pattern, String name, String value) {
        public HeaderRule {
            requireValid(name, value);
        }
    }

    /**
     * A path that has moved.
     *
     * @param location where to; a query is carried over unless it has one
     * @param status 301, 302, 303, 307 or 308
     */
    public record Redirect(PathPattern pattern, String location, int status) {
        public Redirect {
            requireValid("Location", location);
            if (status < 301 || status > 308 || (status > 303 && status < 307)) {
                throw new IllegalArgumentException(
                        "redirect status: " + status + " (expected: 301, 302, 303, 307 or 308)");
            }
        }
    }

    /**
     * A path that stands for another.
     *
     * @param path decoded, starts with a slash
     */
    public record Rewrite(PathPattern pattern, String path) {
        public Rewrite {
            if (!path.startsWith("/")) {
                throw new IllegalArgumentException(
                        "rewrite path: " + path + " (expected: a path that starts with a slash)");
            }
        }
    }

    private static void requireValid(String name, String value) {
        String problem = HeaderBlock.problem(name, value);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }
}
