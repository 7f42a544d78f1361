// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import java.util.regex.Pattern;

/**
 * A glob over decoded URL paths: {@code *} any characters but a slash, {@code **} any characters,
 * {@code ?} one character but a slash. A pattern without a slash is matched with the last segment
 * only: {@code *.css} is every style sheet. Immutable.
 */
public final class PathPattern {

    private final String glob;
    private final boolean nameOnly;
    private final Pattern pattern;

    private PathPattern(String glob) {
        this.glob = glob;
        this.nameOnly = glob.indexOf('/') < 0;
        this.pattern = Pattern.compile(regex(glob), Pattern.DOTALL);
    }

    /** A pattern; every text is one. */
    public static PathPattern of(String glob) {
        return new PathPattern(glob);
    }

    /**
     * Whether it covers a path.
     *
     * @param path starts with a slash
     */
    public boolean matches(String path) {
        String subject = nameOnly ? path.substring(path.lastIndexOf('/') + 1) : path;
        return pattern.matcher(subject).matches();
    }

    @Override
    public String toString() {
        return glob;
    }

    private static String regex(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (c == '*' && glob.startsWith("**", i)) {
                regex.append(".*");
                i++;
            } else if (c == '*') {
                regex.append("[^/]*");
            } else if (c == '?') {
                regex.append("[^/]");
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return regex.toString();
    }
}
