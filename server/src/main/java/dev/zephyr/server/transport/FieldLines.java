// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Headers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the field lines of a request (RFC 9112 section 5). Reused; after {@link #read} the getters
 * tell of the last ones. Confined to the connection's event loop.
 */
final class FieldLines {

    private static final Headers NONE = Headers.of();

    private final long[] lines;
    private final Framing framing = new Framing();

    private Headers headers = NONE;

    FieldLines(int fieldCountMax) {
        this.lines = new long[fieldCountMax];
    }

    /**
     * Reads whole lines, each with its CR LF, without the empty line at their end.
     *
     * @return why they can't be, or null
     */
    @Nullable Refusal read(byte[] received, int from, int to) {
        byte[] bytes = Arrays.copyOfRange(received, from, to);
        framing.reset();
        int count = 0;
        int i = 0;
        while (i < bytes.length) {
            if (count == lines.length) {
                return Refusal.FIELD_COUNT;
            }
            int nameEnd = lowerName(bytes, i);
            if (nameEnd == i || bytes[nameEnd] != ':') {
                boolean folded = bytes[i] == Octets.SPACE || bytes[i] == Octets.TAB;
                return folded ? Refusal.FIELD_FOLDED : Refusal.FIELD_NAME;
            }
            int valueStart = skipSpace(bytes, nameEnd + 1);
            int end = valueStart;
            while (Octets.isValue(bytes[end])) {
                end++;
            }
            if (bytes[end] != Octets.CR || bytes[end + 1] != Octets.LF) {
                return Refusal.FIELD_VALUE;
            }
            int valueEnd = trimSpace(bytes, valueStart, end);
            Refusal refusal = framing.note(bytes, i, nameEnd, valueStart, valueEnd);
            if (refusal != null) {
                return refusal;
            }
            lines[count++] = Headers.line(i, nameEnd, valueStart, valueEnd);
            i = end + 2;
        }
        headers = count == 0 ? NONE : Headers.ofLines(bytes, Arrays.copyOf(lines, count));
        return null;
    }

    Headers headers() {
        return headers;
    }

    /** What the fields say about content and connection. */
    Framing framing() {
        return framing;
    }

    /** The end of the name, which is lower case then. The CR at the end of the line is no token. */
    private static int lowerName(byte[] bytes, int from) {
        int i = from;
        byte lower;
        while ((lower = Octets.lowerToken(bytes[i])) != 0) {
            bytes[i++] = lower;
        }
        return i;
    }

    private static int skipSpace(byte[] bytes, int from) {
        int i = from;
        while (bytes[i] == Octets.SPACE || bytes[i] == Octets.TAB) {
            i++;
        }
        return i;
    }

    private static int trimSpace(byte[] bytes, int from, int to) {
        int i = to;
        while (i > from && (bytes[i - 1] == Octets.SPACE || bytes[i - 1] == Octets.TAB)) {
            i--;
        }
        return i;
    }
}
