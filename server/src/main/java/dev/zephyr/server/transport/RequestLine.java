// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.RequestTarget;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads request lines (RFC 9112 section 3). Reused; after {@link #read} the getters tell of the
 * last one. Confined to the connection's event loop.
 */
final class RequestLine {

    private static final String[] METHODS = {
        "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"
    };
    private static final byte[] VERSION = {'H', 'T', 'T', 'P', '/', '1', '.'};
    private static final RequestTarget NONE = RequestTarget.parse("*");

    private final TargetCache targets = new TargetCache();

    private String method = "";
    private RequestTarget target = NONE;
    private int minorVersion;

    /**
     * Reads the line from {@code from} to before {@code to}, its CR LF not among them.
     *
     * @return why it can't be, or null
     */
    @Nullable Refusal read(byte[] bytes, int from, int to) {
        int methodEnd = from;
        while (methodEnd < to && Octets.lowerToken(bytes[methodEnd]) != 0) {
            methodEnd++;
        }
        if (methodEnd == from || methodEnd == to || bytes[methodEnd] != Octets.SPACE) {
            return methodEnd == to ? Refusal.REQUEST_LINE : Refusal.METHOD;
        }
        int targetEnd = methodEnd + 1;
        while (targetEnd < to && bytes[targetEnd] != Octets.SPACE) {
            byte b = bytes[targetEnd++];
            if ((b >= 0 && b < Octets.SPACE) || b == 0x7f) {
                return Refusal.TARGET;
            }
        }
        if (targetEnd == methodEnd + 1 || targetEnd == to) {
            return Refusal.REQUEST_LINE;
        }
        Refusal wrongVersion = readVersion(bytes, targetEnd + 1, to);
        if (wrongVersion == null) {
            method = method(bytes, from, methodEnd);
            target = targets.get(bytes, methodEnd + 1, targetEnd);
        }
        return wrongVersion;
    }

    /** The method; one string object for each that is registered. */
    String method() {
        return method;
    }

    RequestTarget target() {
        return target;
    }

    /** 0 for HTTP/1.0; a higher one than 1 is spoken to as 1 (RFC 9110 section 2.5). */
    int minorVersion() {
        return minorVersion;
    }

    private @Nullable Refusal readVersion(byte[] bytes, int from, int to) {
        if (to - from != 8) {
            return Refusal.VERSION_SYNTAX;
        }
        if (Arrays.equals(bytes, from, from + 7, VERSION, 0, 7) && isDigit(bytes[from + 7])) {
            minorVersion = bytes[from + 7] - '0';
            return null;
        }
        boolean otherMajor =
                Arrays.equals(bytes, from, from + 5, VERSION, 0, 5)
                        && isDigit(bytes[from + 5])
                        && bytes[from + 6] == '.'
                        && isDigit(bytes[from + 7]);
        return otherMajor ? Refusal.VERSION : Refusal.VERSION_SYNTAX;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static String method(byte[] bytes, int from, int to) {
        for (String known : METHODS) {
            if (isMethod(bytes, from, to, known)) {
                return known;
            }
        }
        return Octets.text(bytes, from, to);
    }

    private static boolean isMethod(byte[] bytes, int from, int to, String known) {
        if (to - from != known.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] != known.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }
}
