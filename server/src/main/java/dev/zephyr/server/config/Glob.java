// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.util.regex.Pattern;

/**
 * A pattern for paths below a folder: {@code *} any text of a segment, {@code $} the same as short
 * as possible, {@code ?} one character, {@code **} any number of segments, {@code [a-z]} and {@code
 * [!a-z]} one of a class, {@code {a,b}} one of several, {@code <a:1,3>} repeated. Immutable.
 */
public final class Glob {

    /** What became of a written pattern. */
    public sealed interface Parsed {
        /** It can be used. */
        record Valid(Glob glob) implements Parsed {}

        /**
         * It can't.
         *
         * @param reason says where and why
         */
        record Invalid(String reason) implements Parsed {}
    }

    private final String written;
    private final Pattern pattern;

    private Glob(String written, Pattern pattern) {
        this.written = written;
        this.pattern = pattern;
    }

    /** Reads a pattern; a leading {@code ./} or slash means nothing. */
    public static Parsed parse(String written) {
        String relative = written.startsWith("./") ? written.substring(1) : written;
        if (relative.startsWith("/")) {
            relative = relative.substring(1);
        }
        return switch (new GlobTranslation(relative).translate()) {
            case GlobTranslation.Result.Regex(var regex) ->
                    new Parsed.Valid(new Glob(written, Pattern.compile(regex, Pattern.DOTALL)));
            case GlobTranslation.Result.Malformed(var reason) -> new Parsed.Invalid(reason);
        };
    }

    /**
     * Whether it fits a path as a whole.
     *
     * @param path relative, with slashes; the empty pattern fits none
     */
    public boolean matches(String path) {
        return !written.isEmpty() && pattern.matcher(path).matches();
    }

    /**
     * Whether everything in a folder is meant when the folder is: the pattern ends in {@code **},
     * or is plain text, as somebody writes who means the folder.
     */
    public boolean takesWholeFolders() {
        return written.endsWith("**")
                || written.chars().noneMatch(c -> "*?$[{<\\(".indexOf(c) >= 0);
    }

    /** As it was written. */
    @Override
    public String toString() {
        return written;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Glob glob && glob.written.equals(written);
    }

    @Override
    public int hashCode() {
        return written.hashCode();
    }
}
