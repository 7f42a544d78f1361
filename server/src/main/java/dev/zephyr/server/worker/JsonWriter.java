// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Writes JSON as UTF-8 into a byte array that is kept for the next document. Confined to one worker
 * thread.
 *
 * <p>Strings are escaped as little as RFC 8259 section 7 allows; a lone surrogate, which UTF-8
 * can't carry, is written as an escape.
 */
final class JsonWriter {

    /** Larger buffers are not kept: one big request shall not pin its size for ever. */
    private static final int KEPT_BYTES_MAX = 1 << 20;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[1024];
    private int length;

    /** Starts a new document. */
    void reset() {
        length = 0;
        if (bytes.length > KEPT_BYTES_MAX) {
            bytes = new byte[1024];
        }
    }

    /** The document; valid until {@link #reset}. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** The document in an array of its own. */
    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    /** Appends what is JSON already. */
    JsonWriter raw(byte[] json) {
        reserve(json.length);
        System.arraycopy(json, 0, bytes, length, json.length);
        length += json.length;
        return this;
    }

    JsonWriter raw(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    /** An object of strings. */
    JsonWriter object(Map<String, String> entries) {
        raw('{');
        boolean first = true;
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            if (!first) {
                raw(',');
            }
            first = false;
            string(entry.getKey()).raw(':').string(entry.getValue());
        }
        return raw('}');
    }

    JsonWriter string(String text) {
        int n = text.length();
        // An escape takes six bytes, the most that one UTF-16 unit can become.
        reserve(6L * n + 2);
        bytes[length++] = '"';
        for (int i = 0; i < n; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                ascii(c);
            } else if (c < 0x800) {
                bytes[length++] = (byte) (0xc0 | (c >> 6));
                continuation(c, 0);
            } else if (!Character.isSurrogate(c)) {
                bytes[length++] = (byte) (0xe0 | (c >> 12));
                continuation(c, 6);
                continuation(c, 0);
            } else if (i + 1 < n && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                fourBytes(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                unicodeEscape(c);
            }
        }
        bytes[length++] = '"';
        return this;
    }

    private void ascii(char c) {
        if (c == '"' || c == '\\') {
            bytes[length++] = '\\';
            bytes[length++] = (byte) c;
        } else if (c >= 0x20) {
            bytes[length++] = (byte) c;
        } else {
            int letter =
                    switch (c) {
                        case '\b' -> 'b';
                        case '\t' -> 't';
                        case '\n' -> 'n';
                        case '\f' -> 'f';
                        case '\r' -> 'r';
                        default -> 0;
                    };
            if (letter == 0) {
                unicodeEscape(c);
            } else {
                bytes[length++] = '\\';
                bytes[length++] = (byte) letter;
            }
        }
    }

    private void fourBytes(int codePoint) {
        bytes[length++] = (byte) (0xf0 | (codePoint >> 18));
        continuation(codePoint, 12);
        continuation(codePoint, 6);
        continuation(codePoint, 0);
    }

    private void continuation(int codePoint, int shift) {
        bytes[length++] = (byte) (0x80 | ((codePoint >> shift) & 0x3f));
    }

    private void unicodeEscape(char c) {
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[(c >> shift) & 0xf];
        }
    }

    private void reserve(long more) {
        long needed = length + more;
        if (needed > bytes.length) {
            if (needed > Integer.MAX_VALUE - 8) {
                throw new OutOfMemoryError("a worker's input document passes 2 GiB");
            }
            bytes =
                    Arrays.copyOf(
                            bytes, (int) Math.max(needed, Math.min(2L * bytes.length, 1 << 30)));
        }
    }
}
