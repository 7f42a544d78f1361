// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Request;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Reads complete heads of requests: request line, field lines, and what they say together. One per
 * event loop. Confined to the connection's event loop.
 */
final class HeadParser {

    private final RequestLine requestLine = new RequestLine();
    private final FieldLines fieldLines;

    HeadParser(TransportLimits limits) {
        this.fieldLines = new FieldLines(limits.fieldCountMax());
    }

    /**
     * Reads a head.
     *
     * @param from the request line
     * @param fields the first field line
     * @param to after the empty line
     * @return why it can't be, or null
     */
    @Nullable Refusal read(byte[] bytes, int from, int fields, int to) {
        Refusal refusal = readRequestLine(bytes, from, fields);
        if (refusal == null) {
            refusal = fieldLines.read(bytes, fields, to - 2);
        }
        return refusal == null ? framing().verdict(requestLine.minorVersion()) : refusal;
    }

    /** Reads a request line that ends, with its CR LF, before {@code to}. */
    @Nullable Refusal readRequestLine(byte[] bytes, int from, int to) {
        return requestLine.read(bytes, from, to - 2);
    }

    Request request(InetSocketAddress peer, byte[] content) {
        return new Request(
                requestLine.method(),
                requestLine.target(),
                fieldLines.headers(),
                content,
                peer,
                false);
    }

    Framing framing() {
        return fieldLines.framing();
    }

    boolean isPersistent() {
        return framing().isPersistent(requestLine.minorVersion());
    }

    /** Whether the request is of HTTP/1.0. */
    boolean isOldClient() {
        return requestLine.minorVersion() == 0;
    }
}
