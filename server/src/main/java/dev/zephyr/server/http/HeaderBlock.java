// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The field lines of a response, encoded once ({@code Name: value CRLF …}). Immutable, so it can be
 * kept beside a cached file and sent many times.
 *
 * <p>What the connection decides is not in it: {@code Date}, {@code Connection}, {@code
 * Content-Length}, {@code Transfer-Encoding}.
 */
public final class HeaderBlock {

    /** No field lines. */
    public static final HeaderBlock EMPTY = new HeaderBlock(List.of());

    private final List<String> namesAndValues;
    private final byte[] encoded;

    private HeaderBlock(List<String> namesAndValues) {
        this(namesAndValues, encode(namesAndValues));
    }

    private HeaderBlock(List<String> namesAndValues, byte[] encoded) {
        this.namesAndValues = namesAndValues;
        this.encoded = encoded;
    }

    private static byte[] encode(List<String> namesAndValues) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            lines.append(namesAndValues.get(i)).append(": ").append(namesAndValues.get(i + 1));
            lines.append("\r\n");
        }
        return lines.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Alternating names and values, which must be valid. */
    public static HeaderBlock of(String... namesAndValues) {
        Builder builder = new Builder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            builder.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return builder.build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * With one line more after the others, which are not encoded again.
     *
     * @throws IllegalArgumentException as {@link Builder#add}
     */
    public HeaderBlock with(String name, String value) {
        HeaderBlock line = new Builder().add(name, value).build();
        List<String> more = new ArrayList<>(namesAndValues.size() + 2);
        more.addAll(namesAndValues);
        more.addAll(line.namesAndValues);
        byte[] both = Arrays.copyOf(encoded, encoded.length + line.encoded.length);
        System.arraycopy(line.encoded, 0, both, encoded.length, line.encoded.length);
        return new HeaderBlock(more, both);
    }

    /** A builder that starts with these lines. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.namesAndValues.addAll(namesAndValues);
        return builder;
    }

    /** The first value of a field, by its name in any case. */
    public @Nullable String first(String name) {
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            if (namesAndValues.get(i).equalsIgnoreCase(name)) {
                return namesAndValues.get(i + 1);
            }
        }
        return null;
    }

    /** The encoded lines; not to be changed. */
    public byte[] encoded() {
        return encoded;
    }

    @Override
    public String toString() {
        return new String(encoded, StandardCharsets.ISO_8859_1);
    }

    /** Collects field lines. Confined to one thread. */
    public static final class Builder {

        private final List<String> namesAndValues = new ArrayList<>();

        private Builder() {}

        /**
         * Adds a line after those of the same name.
         *
         * @throws IllegalArgumentException if the name is no token, the value has a control
         *     character (RFC 9110 sections 5.1 and 5.5), or the field is {@link #isOfConnection of
         *     the connection}
         */
        public Builder add(String name, String value) {
            String problem = problem(name, value);
            if (problem != null) {
                throw new IllegalArgumentException(problem);
            }
            if (isOfConnection(name)) {
                throw new IllegalArgumentException(
                        "header name: " + name + " (expected: none that the connection decides)");
            }
            namesAndValues.add(name);
            namesAndValues.add(asBytes(value));
            return this;
        }

        /** Adds a line in place of those of the same name. */
        public Builder set(String name, String value) {
            remove(name);
            return add(name, value);
        }

        public Builder remove(String name) {
            for (int i = namesAndValues.size() - 2; i >= 0; i -= 2) {
                if (namesAndValues.get(i).equalsIgnoreCase(name)) {
                    namesAndValues.subList(i, i + 2).clear();
                }
            }
            return this;
        }

        public boolean has(String name) {
            for (int i = 0; i < namesAndValues.size(); i += 2) {
                if (namesAndValues.get(i).equalsIgnoreCase(name)) {
                    return true;
                }
            }
            return false;
        }

        public HeaderBlock build() {
            return namesAndValues.isEmpty() ? EMPTY : new HeaderBlock(List.copyOf(namesAndValues));
        }

        /** One char per byte: text beyond ASCII goes out as UTF-8. */
        private static String asBytes(String value) {
            for (int i = 0; i < value.length(); i++) {
                if (value.charAt(i) > 0x7f) {
                    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
                    return new String(utf8, StandardCharsets.ISO_8859_1);
                }
            }
            return value;
        }
    }

    /** What keeps a field line from being sent, or null. */
    public static @Nullable String problem(String name, String value) {
        if (name.isEmpty()) {
            return "header name: empty (expected: a token)";
        }
        for (int i = 0; i < name.length(); i++) {
            if (!isTokenChar(name.charAt(i))) {
                return "header name: " + printable(name) + " (expected: a token)";
            }
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < 0x20 && c != '\t') || c == 0x7f) {
                return "header "
                        + name.toLowerCase(Locale.ROOT)
                        + ": control character in its value";
            }
        }
        return null;
    }

    /**
     * Whether the connection decides that field, by its name in any case: a second length would let
     * a client see another end of the answer than its neighbor does.
     */
    public static boolean isOfConnection(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "connection",
                    "content-length",
                    "date",
                    "keep-alive",
                    "proxy-connection",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade" ->
                    true;
            default -> false;
        };
    }

    private static boolean isTokenChar(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }

    private static String printable(String text) {
        return text.replaceAll("[^\\x20-\\x7e]", "?");
    }
}
