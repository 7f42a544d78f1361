// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import org.jspecify.annotations.Nullable;

/**
 * What the fields of a request say about its content and its connection (RFC 9112 sections 3.2, 6
 * and 9.3), with everything refused that two readers could understand differently. Reused. Confined
 * to the connection's event loop.
 */
final class Framing {

    private int hosts;
    private int codings;
    private boolean codingUnknown;
    private long contentLength;
    private boolean close;
    private boolean keepAlive;
    private boolean expectContinue;
    private boolean expectOther;

    void reset() {
        hosts = 0;
        codings = 0;
        codingUnknown = false;
        contentLength = -1;
        close = false;
        keepAlive = false;
        expectContinue = false;
        expectOther = false;
    }

    /**
     * Takes in one field line, its name in lower case.
     *
     * @return why it can't be, or null
     */
    @Nullable Refusal note(byte[] bytes, int name, int nameEnd, int value, int valueEnd) {
        return switch (nameEnd - name) {
            case 4 -> is(bytes, name, nameEnd, "host") ? host(bytes, value, valueEnd) : null;
            case 6 -> is(bytes, name, nameEnd, "expect") ? expect(bytes, value, valueEnd) : null;
            case 10 ->
                    is(bytes, name, nameEnd, "connection")
                            ? connection(bytes, value, valueEnd)
                            : null;
            case 14 ->
                    is(bytes, name, nameEnd, "content-length")
                            ? contentLength(bytes, value, valueEnd)
                            : null;
            case 17 ->
                    is(bytes, name, nameEnd, "transfer-encoding")
                            ? transferEncoding(bytes, value, valueEnd)
                            : null;
            default -> null;
        };
    }

    /** Why the fields together can't be, or null. */
    @Nullable Refusal verdict(int minorVersion) {
        if (hosts == 0 && minorVersion > 0) {
            return Refusal.HOST_COUNT;
        }
        if (codings > 0) {
            if (contentLength >= 0) {
                return Refusal.LENGTH_AND_CODING;
            }
            if (minorVersion == 0) {
                return Refusal.CODING_IN_1_0;
            }
            if (codingUnknown) {
                return Refusal.CODING_UNKNOWN;
            }
        }
        if (minorVersion == 0) {
            expectContinue = false; // RFC 9110 section 10.1.1: not from HTTP/1.0
            return null;
        }
        return expectOther ? Refusal.EXPECTATION : null;
    }

    /** The length of the content in bytes, -1 if there is no such field. */
    long contentLength() {
        return contentLength;
    }

    boolean isChunked() {
        return codings > 0;
    }

    boolean expectsContinue() {
        return expectContinue;
    }

    /** Whether the client wants to go on using the connection (RFC 9112 section 9.3). */
    boolean isPersistent(int minorVersion) {
        return !close && (minorVersion > 0 || keepAlive);
    }

    private static boolean is(byte[] bytes, int from, int to, String lowerCase) {
        return Octets.equalIgnoringCase(bytes, from, to, lowerCase);
    }

    private @Nullable Refusal host(byte[] bytes, int from, int to) {
        if (++hosts > 1) {
            return Refusal.HOST_COUNT;
        }
        for (int i = from; i < to; i++) {
            if (!Octets.isHost(bytes[i])) {
                return Refusal.HOST;
            }
        }
        return null;
    }

    private @Nullable Refusal expect(byte[] bytes, int from, int to) {
        if (is(bytes, from, to, "100-continue")) {
            expectContinue = true;
        } else {
            expectOther = true;
        }
        return null;
    }

    private @Nullable Refusal contentLength(byte[] bytes, int from, int to) {
        if (contentLength >= 0) {
            return Refusal.CONTENT_LENGTH_COUNT;
        }
        if (from == to || to - from > 18) {
            return Refusal.CONTENT_LENGTH;
        }
        long length = 0;
        for (int i = from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return Refusal.CONTENT_LENGTH;
            }
            length = 10 * length + digit;
        }
        contentLength = length;
        return null;
    }

    private @Nullable Refusal transferEncoding(byte[] bytes, int from, int to) {
        if (++codings > 1) {
            return Refusal.CODING_COUNT;
        }
        if (is(bytes, from, to, "chunked")) {
            return null;
        }
        int last = to;
        while (last > from && bytes[last - 1] != ',') {
            last--;
        }
        while (last < to && (bytes[last] == Octets.SPACE || bytes[last] == Octets.TAB)) {
            last++;
        }
        codingUnknown = is(bytes, last, to, "chunked");
        return codingUnknown ? null : Refusal.CODING_NOT_LAST;
    }

    private @Nullable Refusal connection(byte[] bytes, int from, int to) {
        int start = from;
        for (int i = from; i <= to; i++) {
            if (i < to && bytes[i] != ',') {
                continue;
            }
            int end = i;
            while (start < end && isSpace(bytes[start])) {
                start++;
            }
            while (end > start && isSpace(bytes[end - 1])) {
                end--;
            }
            close |= is(bytes, start, end, "close");
            keepAlive |= is(bytes, start, end, "keep-alive");
            start = i + 1;
        }
        return null;
    }

    private static boolean isSpace(byte b) {
        return b == Octets.SPACE || b == Octets.TAB;
    }
}
