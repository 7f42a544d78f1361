// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The character classes of HTTP, over bytes. Immutable. */
final class Octets {

    static final byte TAB = '\t';
    static final byte LF = '\n';
    static final byte CR = '\r';
    static final byte SPACE = ' ';

    /** The lower case of a token character, 0 for any other byte (RFC 9110 section 5.6.2). */
    private static final byte[] TOKEN = new byte[256];

    /** What a host and a port are made of (RFC 3986 sections 3.2.2 and 3.2.3). */
    private static final boolean[] HOST = new boolean[256];

    static {
        String signs = "!#$%&'*+-.^_`|~";
        String alphanumeric = "abcdefghijklmnopqrstuvwxyz0123456789";
        for (byte c : bytes(signs + alphanumeric)) {
            TOKEN[c] = c;
            TOKEN[Character.toUpperCase(c)] = c;
        }
        String host = alphanumeric + alphanumeric.toUpperCase(Locale.ROOT) + "-._~!$&'()*+;=%[]:";
        for (byte c : bytes(host)) {
            HOST[c] = true;
        }
    }

    private Octets() {}

    static byte lowerToken(byte b) {
        return TOKEN[b & 0xff];
    }

    static boolean isHost(byte b) {
        return HOST[b & 0xff];
    }

    /** Whether a byte may stand in a field value (RFC 9110 section 5.5). */
    static boolean isValue(byte b) {
        return b >= SPACE ? b != 0x7f : b < 0 || b == TAB;
    }

    /** The value of a hexadecimal digit, or -1. */
    static int hex(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /** Whether the bytes are {@code lowerCase} in any case. */
    static boolean equalIgnoringCase(byte[] bytes, int from, int to, String lowerCase) {
        if (to - from != lowerCase.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (lowerToken(bytes[i]) != lowerCase.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    private static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }

    static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
