// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

/** The server could not start; the message is a sentence for the operator. */
public final class StartException extends Exception {

    private static final long serialVersionUID = 1L;

    public StartException(String sentence) {
        super(sentence);
    }

    public StartException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
