// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Response;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Writes the head of an answer: what was encoded before, and what the connection decides. Confined
 * to one event loop.
 */
final class ResponseHead {

    /** What a head has beyond the status line and the fields of the response, at most. */
    private static final int OWN_BYTES_MAX = 128;

    private static final byte[] CONTENT_LENGTH = ascii("Content-Length: ");
    private static final byte[] CLOSE = ascii("Connection: close\r\n");
    private static final byte[] KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
    private static final byte[] END = ascii("\r\n");
    private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

    /** What the client is told of its connection. */
    enum Persistence {
        /** Nothing: it stays open, as it does by default. */
        DEFAULT,
        KEEP_ALIVE,
        CLOSE
    }

    private final HttpDate date;
    private final byte[] digits = new byte[19];

    ResponseHead(HttpDate date) {
        this.date = date;
    }

    /** How many bytes {@link #write} writes at most. */
    static int bytesMax(Response response) {
        return StatusLine.of(response.status()).length
                + response.headers().encoded().length
                + OWN_BYTES_MAX;
    }

    /** Writes the head; its length is that of the body, even if only a {@code GET} would get it. */
    void write(ByteBuf out, Response response, Persistence persistence) {
        out.writeBytes(StatusLine.of(response.status()));
        out.writeBytes(date.line());
        out.writeBytes(response.headers().encoded());
        if (hasLength(response.status())) {
            out.writeBytes(CONTENT_LENGTH);
            writeDecimal(out, response.body().length());
            out.writeBytes(END);
        }
        switch (persistence) {
            case DEFAULT -> {}
            case KEEP_ALIVE -> out.writeBytes(KEEP_ALIVE);
            case CLOSE -> out.writeBytes(CLOSE);
        }
        out.writeBytes(END);
    }

    /** The interim answer that asks for the content (RFC 9110 section 15.2.1). */
    static byte[] interim() {
        return CONTINUE;
    }

    /** RFC 9110 section 8.6: never with 204, and with 304 only what a 200 would have had. */
    static boolean hasLength(int status) {
        return status != 204 && status != 304;
    }

    private void writeDecimal(ByteBuf out, long value) {
        int i = digits.length;
        long rest = value;
        do {
            digits[--i] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        out.writeBytes(digits, i, digits.length - i);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
