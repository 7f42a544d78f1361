// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.net.InetSocketAddress;

/**
 * One request, its body complete. Immutable.
 *
 * @param method as received; methods are case-sensitive (RFC 9110 section 9.1)
 * @param target what is asked for
 * @param headers field lines
 * @param body content, empty if there was none
 * @param peer the client's end of the connection
 * @param secure whether the connection is TLS
 */
public record Request(
        String method,
        RequestTarget target,
        Headers headers,
        byte[] body,
        InetSocketAddress peer,
        boolean secure) {

    /** Whether the method is {@code HEAD}: the answer's content is not sent. */
    public boolean isHead() {
        return method.equals("HEAD");
    }

    /** The same request with content. */
    public Request withBody(byte[] content) {
        return new Request(method, target, headers, content, peer, secure);
    }
}
