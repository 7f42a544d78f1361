// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.nio.charset.StandardCharsets;

/**
 * A line of the access log that is being made, of bytes. What comes from a client can't leave the
 * field that it is written in. Confined to the connection's event loop.
 */
final class LogLine {

    /**
     * A longer field is cut: a line is for people, and must not cost a client's choice of space.
     */
    static final int FIELD_BYTES_MAX = 1536;

    /** Room for all fields of a line and what is around them. */
    static final int BYTES_MAX = 8 << 10;

    /** The longest that one character can become. */
    private static final int ESCAPE_BYTES_MAX = 12;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes = new byte[BYTES_MAX];
    private int length;

    void clear() {
        length = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** ASCII of ours. */
    LogLine ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    LogLine ascii(byte[] text) {
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    LogLine put(char c) {
        bytes[length++] = (byte) c;
        return this;
    }

    /** A number that is not negative. */
    LogLine number(long value) {
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits(value, digits);
    }

    /** The last digits of a number, with zeros before it. */
    LogLine digits(long value, int count) {
        long rest = value;
        for (int i = length + count - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += count;
        return this;
    }

    /** Between quotes as Apache and nginx do it: {@code \xHH} for what is not printable ASCII. */
    LogLine quotable(String text) {
        int end = length + FIELD_BYTES_MAX - ESCAPE_BYTES_MAX;
        for (int i = 0; i < text.length() && length < end; i++) {
            char c = text.charAt(i);
            if (c >= 0x20 && c < 0x7f) {
                if (c == '"' || c == '\\') {
                    bytes[length++] = '\\';
                }
                bytes[length++] = (byte) c;
            } else {
                i += encoded(text, i, true);
            }
        }
        return this;
    }

    /** Between the quotes of a string of JSON (RFC 8259 section 7). */
    LogLine json(String text) {
        int end = length + FIELD_BYTES_MAX - ESCAPE_BYTES_MAX;
        for (int i = 0; i < text.length() && length < end; i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                bytes[length++] = '\\';
                bytes[length++] = (byte) c;
            } else if (c >= 0x20 && c < 0x7f) {
                bytes[length++] = (byte) c;
            } else if (c < 0xa0) {
                ascii("\\u00");
                hex(c);
            } else {
                i += encoded(text, i, false);
            }
        }
        return this;
    }

    /** Writes the code point at {@code i} as UTF-8; returns how many more chars it took. */
    private int encoded(String text, int i, boolean escaped) {
        int point = text.codePointAt(i);
        if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
            point = 0xfffd;
        }
        if (point < 0x80) {
            octet(point, escaped);
        } else if (point < 0x800) {
            octet(0xc0 | (point >> 6), escaped);
            octet(0x80 | (point & 0x3f), escaped);
        } else if (point < 0x10000) {
            octet(0xe0 | (point >> 12), escaped);
            octet(0x80 | ((point >> 6) & 0x3f), escaped);
            octet(0x80 | (point & 0x3f), escaped);
        } else {
            octet(0xf0 | (point >> 18), escaped);
            octet(0x80 | ((point >> 12) & 0x3f), escaped);
            octet(0x80 | ((point >> 6) & 0x3f), escaped);
            octet(0x80 | (point & 0x3f), escaped);
        }
        return Character.charCount(point) - 1;
    }

    private void octet(int value, boolean escaped) {
        if (escaped) {
            bytes[length++] = '\\';
            bytes[length++] = 'x';
            hex(value);
        } else {
            bytes[length++] = (byte) value;
        }
    }

    private void hex(int value) {
        bytes[length++] = HEX[(value >> 4) & 0xf];
        bytes[length++] = HEX[value & 0xf];
    }
}
