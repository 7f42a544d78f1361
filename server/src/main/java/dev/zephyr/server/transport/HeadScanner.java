// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import org.jspecify.annotations.Nullable;

/**
 * Finds the end of a request's head as its bytes come in, looking at each byte once. Confined to
 * the connection's event loop.
 *
 * <p>All positions are relative to the first byte not yet consumed, so that the bytes may be moved
 * between two calls.
 */
final class HeadScanner {

    private final int requestLineBytesMax;
    private final int fieldBytesMax;

    private int scanned;
    private int lineStart;
    private int headStart;
    private int requestLineEnd;
    private @Nullable Refusal refusal;

    HeadScanner(TransportLimits limits) {
        this.requestLineBytesMax = limits.requestLineBytesMax();
        this.fieldBytesMax = limits.fieldBytesMax();
    }

    /** Forgets the last head. */
    void reset() {
        scanned = 0;
        lineStart = 0;
        headStart = 0;
        requestLineEnd = 0;
        refusal = null;
    }

    /**
     * Looks at the bytes that came since the last call.
     *
     * @return where the head ends, after its empty line; -1 if it does not yet or never will
     */
    int scan(byte[] bytes, int from, int to) {
        int available = to - from;
        while (scanned < available) {
            if (bytes[from + scanned++] != Octets.LF) {
                continue;
            }
            int length = scanned - 2 - lineStart;
            if (length < 0 || bytes[from + scanned - 2] != Octets.CR) {
                refusal = Refusal.LINE_END;
                return -1;
            }
            if (length == 0 && requestLineEnd > 0) {
                return checkSize() ? scanned : -1;
            }
            lineStart = scanned;
            if (length == 0) {
                headStart = scanned; // RFC 9112 section 2.2: empty lines before a request
            } else if (requestLineEnd == 0) {
                requestLineEnd = scanned;
            }
        }
        checkSize();
        return -1;
    }

    /** Where the request line begins, after empty lines. */
    int headStart() {
        return headStart;
    }

    /** Where the field lines begin; 0 as long as the request line is not complete. */
    int requestLineEnd() {
        return requestLineEnd;
    }

    /** Why no end will be found, if so. */
    @Nullable Refusal refusal() {
        return refusal;
    }

    private boolean checkSize() {
        int lineBytes = (requestLineEnd > 0 ? requestLineEnd : scanned) - headStart;
        if (headStart > requestLineBytesMax || lineBytes > requestLineBytesMax) {
            refusal = Refusal.REQUEST_LINE_SIZE;
        } else if (requestLineEnd > 0 && scanned - requestLineEnd > fieldBytesMax) {
            refusal = Refusal.FIELD_SIZE;
        }
        return refusal == null;
    }
}
