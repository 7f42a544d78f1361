// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.nio.charset.StandardCharsets;

/**
 * An answer. Immutable.
 *
 * <p>For {@code HEAD} the same response is given as for {@code GET}; the connection sends its
 * header and releases the body.
 *
 * @param status 200 to 999
 * @param headers field lines, without those that the connection decides
 * @param body content; empty for 204 and 304
 */
public record Response(int status, HeaderBlock headers, Body body) {

    public static Response of(int status, HeaderBlock headers) {
        return new Response(status, headers, Body.EMPTY);
    }

    /** An answer without content. */
    public static Response of(int status) {
        return new Response(status, HeaderBlock.EMPTY, Body.EMPTY);
    }

    /** A line of text. */
    public static Response text(int status, String text) {
        return new Response(
                status,
                HeaderBlock.of("Content-Type", "text/plain; charset=utf-8"),
                new Body.Bytes(text.getBytes(StandardCharsets.UTF_8)));
    }
}
