// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

/** Why there is no response. Immutable. */
enum OutboundError {
    /** The request is malformed, or could not be sent. */
    INVALID_REQUEST(0),
    INVALID_REQUEST_BODY(1),
    /** The response ended early, or is larger than allowed. */
    INVALID_RESPONSE_BODY(2),
    NOT_ALLOWED(3),
    INTERNAL_ERROR(4),
    TIMEOUT(5),
    REDIRECT_LOOP(6);

    private final byte code;

    OutboundError(int code) {
        this.code = (byte) code;
    }

    /** As guests know it. */
    byte code() {
        return code;
    }
}
