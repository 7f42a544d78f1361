// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import java.io.Serial;

/** The server can't start. The message is a sentence for the person who starts it. */
public final class StartException extends Exception {

    @Serial private static final long serialVersionUID = 1;

    public StartException(String message) {
        super(message);
    }

    public StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
