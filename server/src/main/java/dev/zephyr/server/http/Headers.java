// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The field lines of a request, in the order received. Immutable.
 *
 * <p>Names are lower case. A value that is not valid UTF-8 was read as ISO 8859-1, so no byte is
 * lost and none can fail a request.
 *
 * <p>The lines stay the bytes that came in; a string is made when one is asked for, so a request
 * pays for the fields that somebody reads.
 */
public final class Headers {

    /** Positions are kept in 16 bits: the bytes of all lines together. */
    public static final int BYTES_MAX = 0xffff;

    private static final Headers EMPTY = new Headers(new byte[0], new long[0]);

    private final byte[] bytes;
    private final long[] lines;

    private Headers(byte[] bytes, long[] lines) {
        this.bytes = bytes;
        this.lines = lines;
    }

    /** Alternating names (any case) and values. */
    public static Headers of(String... namesAndValues) {
        if (namesAndValues.length == 0) {
            return EMPTY;
        }
        byte[] bytes = new byte[0];
        long[] lines = new long[namesAndValues.length / 2];
        for (int i = 0; i < lines.length; i++) {
            int nameStart = bytes.length;
            bytes = append(bytes, namesAndValues[2 * i].toLowerCase(Locale.ROOT));
            int nameEnd = bytes.length;
            bytes = append(bytes, namesAndValues[2 * i + 1]);
            lines[i] = line(nameStart, nameEnd, nameEnd, bytes.length);
        }
        return ofLines(bytes, lines);
    }

    /**
     * Lines as received. Both arrays belong to the headers from now on.
     *
     * @param bytes at most {@link #BYTES_MAX}; the names in them lower case
     * @param lines one {@link #line} each
     */
    public static Headers ofLines(byte[] bytes, long[] lines) {
        if (bytes.length > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "header bytes: " + bytes.length + " (expected: at most " + BYTES_MAX + ")");
        }
        return new Headers(bytes, lines);
    }

    /** Where a line's name and value are. */
    public static long line(int nameStart, int nameEnd, int valueStart, int valueEnd) {
        return (long) nameStart << 48 | (long) nameEnd << 32 | (long) valueStart << 16 | valueEnd;
    }

    /** How many field lines there are. */
    public int size() {
        return lines.length;
    }

    /** The lower-case name of field line {@code index}. */
    public String name(int index) {
        long line = lines[index];
        int start = nameStart(line);
        return new String(bytes, start, nameEnd(line) - start, StandardCharsets.ISO_8859_1);
    }

    /** The value of field line {@code index}, without white space around it. */
    public String value(int index) {
        long line = lines[index];
        int start = valueStart(line);
        int length = valueEnd(line) - start;
        String text = new String(bytes, start, length, StandardCharsets.UTF_8);
        return text.indexOf('\uFFFD') < 0 ? text : strictly(start, length);
    }

    /**
     * The next field line of that lower-case name.
     *
     * @param from the first line to look at
     * @return its index, -1 if there is none
     */
    public int indexOf(String lowerCaseName, int from) {
        for (int i = from; i < lines.length; i++) {
            long line = lines[i];
            int start = nameStart(line);
            if (equal(start, nameEnd(line), lowerCaseName)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the value of field line {@code index} is {@code ascii}; makes no string. */
    public boolean valueEquals(int index, String ascii) {
        long line = lines[index];
        return equal(valueStart(line), valueEnd(line), ascii);
    }

    /** The first value of a field, by its lower-case name. */
    public @Nullable String first(String lowerCaseName) {
        int index = indexOf(lowerCaseName, 0);
        return index < 0 ? null : value(index);
    }

    /** Whether a field of that lower-case name is there. */
    public boolean has(String lowerCaseName) {
        return indexOf(lowerCaseName, 0) >= 0;
    }

    /** Every value of a field, by its lower-case name, in order. */
    public List<String> all(String lowerCaseName) {
        List<String> values = new ArrayList<>(1);
        for (int i = indexOf(lowerCaseName, 0); i >= 0; i = indexOf(lowerCaseName, i + 1)) {
            values.add(value(i));
        }
        return values;
    }

    /** The values of a list field as one, joined by {@code ", "} (RFC 9110 section 5.3). */
    public @Nullable String combined(String lowerCaseName) {
        int index = indexOf(lowerCaseName, 0);
        if (index < 0) {
            return null;
        }
        if (indexOf(lowerCaseName, index + 1) < 0) {
            return value(index);
        }
        StringJoiner joined = new StringJoiner(", ");
        all(lowerCaseName).forEach(joined::add);
        return joined.toString();
    }

    private boolean equal(int start, int end, String ascii) {
        int length = end - start;
        if (ascii.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[start + i] != (byte) ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** A replacement character may have been sent, or stand for bytes that are not UTF-8. */
    private String strictly(int start, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, start, length))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
        }
    }

    private static byte[] append(byte[] bytes, String text) {
        byte[] more = text.getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(more, 0, both, bytes.length, more.length);
        return both;
    }

    private static int nameStart(long line) {
        return (int) (line >>> 48);
    }

    private static int nameEnd(long line) {
        return (int) (line >>> 32) & 0xffff;
    }

    private static int valueStart(long line) {
        return (int) (line >>> 16) & 0xffff;
    }

    private static int valueEnd(long line) {
        return (int) line & 0xffff;
    }
}
