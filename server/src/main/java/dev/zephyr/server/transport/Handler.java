// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Request;

/** Answers requests. Thread-safe; called on event loops, so no method may block. */
public interface Handler {

    /**
     * How many bytes of content the request may carry, asked when it announces some.
     *
     * @param request its body is still empty
     * @return the limit in bytes (more is answered with 413); negative if the content won't be read
     */
    long bodyBytesMax(Request request);

    /** Answers a request now or later, by {@link Exchange#respond}. */
    void handle(Exchange exchange);
}
