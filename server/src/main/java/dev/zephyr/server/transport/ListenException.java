// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

/** The address can't be listened on; the message is a sentence for the person who chose it. */
public final class ListenException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ListenException(String message, Throwable cause) {
        super(message, cause);
    }
}
