// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import java.util.List;

/** What became of a request. Immutable. */
sealed interface Outcome {

    /**
     * A response that is not followed further.
     *
     * @param headers in order, repeated ones kept
     */
    record Responded(int status, List<Header> headers, byte[] body) implements Outcome {
        public Responded {
            headers = List.copyOf(headers);
        }
    }

    /**
     * No response.
     *
     * @param message for the author of the worker
     */
    record Failed(OutboundError error, String message) implements Outcome {}
}
