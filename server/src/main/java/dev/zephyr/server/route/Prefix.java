// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import java.util.Arrays;
import java.util.Optional;

/**
 * The path below which everything is served, workers and files alike. Immutable.
 *
 * @param text empty, or with a leading slash and without a trailing one
 */
public record Prefix(String text) {

    /** Everything is served at the root. */
    public static final Prefix NONE = new Prefix("");

    /** Reads it as people write it: {@code app}, {@code /app/} and {@code \app} are the same. */
    public static Prefix of(String written) {
        String joined =
                String.join(
                        "/",
                        Arrays.stream(written.replace('\\', '/').split("/", -1))
                                .filter(segment -> !segment.isEmpty())
                                .toList());
        return joined.isEmpty() ? NONE : new Prefix("/" + joined);
    }

    /** How many segments of a path it takes. */
    int segments() {
        return (int) text.chars().filter(c -> c == '/').count();
    }

    /**
     * What follows the prefix: {@code /app/x} becomes {@code /x}, {@code /app} becomes {@code /}.
     *
     * @param path decoded and normalized
     * @return empty if the path is not below the prefix
     */
    public Optional<String> below(String path) {
        if (text.isEmpty()) {
            return Optional.of(path);
        }
        if (!path.startsWith(text)) {
            return Optional.empty();
        }
        if (path.length() == text.length()) {
            return Optional.of("/");
        }
        return path.charAt(text.length()) == '/'
                ? Optional.of(path.substring(text.length()))
                : Optional.empty();
    }
}
