// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Any sequence of UTF-16 code units as bytes, and back: UTF-8, where a lone surrogate takes the
 * three bytes that its number would (WTF-8). For stores whose own text has no place for U+0000 or a
 * lone surrogate. The order of the bytes is that of the code points.
 */
public final class StoredText {

    private StoredText() {}

    /** Whether a text is valid Unicode without U+0000, so that every store's own text holds it. */
    public static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                if (!isPair(text, i)) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** The bytes of a text. */
    public static byte[] encode(String text) {
        if (isPlain(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        byte[] bytes = new byte[3 * text.length()];
        int n = 0;
        for (int i = 0; i < text.length(); i++) {
            int c = text.charAt(i);
            if (isPair(text, i)) {
                c = Character.toCodePoint((char) c, text.charAt(++i));
                bytes[n++] = (byte) (0xf0 | (c >> 18));
                bytes[n++] = (byte) (0x80 | ((c >> 12) & 0x3f));
                bytes[n++] = (byte) (0x80 | ((c >> 6) & 0x3f));
                bytes[n++] = (byte) (0x80 | (c & 0x3f));
            } else if (c >= 0x800) {
                bytes[n++] = (byte) (0xe0 | (c >> 12));
                bytes[n++] = (byte) (0x80 | ((c >> 6) & 0x3f));
                bytes[n++] = (byte) (0x80 | (c & 0x3f));
            } else if (c >= 0x80) {
                bytes[n++] = (byte) (0xc0 | (c >> 6));
                bytes[n++] = (byte) (0x80 | (c & 0x3f));
            } else {
                bytes[n++] = (byte) c;
            }
        }
        return Arrays.copyOf(bytes, n);
    }

    /** The text that was given to {@link #encode}; other bytes may give any text. */
    public static String decode(byte[] bytes) {
        return hasSurrogate(bytes) ? decodeEach(bytes) : new String(bytes, StandardCharsets.UTF_8);
    }

    /** Only a surrogate begins with ED and a byte from A0. */
    private static boolean hasSurrogate(byte[] bytes) {
        for (int i = 0; i + 1 < bytes.length; i++) {
            if (bytes[i] == (byte) 0xed && (bytes[i + 1] & 0xff) >= 0xa0) {
                return true;
            }
        }
        return false;
    }

    private static String decodeEach(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        for (int i = 0; i < bytes.length; ) {
            int lead = bytes[i++] & 0xff;
            int following = lead < 0xc0 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
            int c = following == 0 ? lead : lead & (0x3f >> following);
            for (int k = 0; k < following && i < bytes.length; k++) {
                c = (c << 6) | (bytes[i++] & 0x3f);
            }
            text.appendCodePoint(Math.min(c, Character.MAX_CODE_POINT));
        }
        return text.toString();
    }

    private static boolean isPair(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }
}
