// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

/**
 * Bytes that this package does not understand; never leaves it. {@link FunctionSplitter} answers
 * with the module as it came.
 */
final class UnsupportedModuleException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String reason;

    UnsupportedModuleException(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    /** What was not understood, for a person. */
    String reason() {
        return reason;
    }
}
