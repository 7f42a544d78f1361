// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.Serial;

/**
 * The guest ended itself by {@code proc_exit}. Each process has one such exception and throws it
 * again and again: read the code where it is caught. No trace.
 */
public final class GuestExit extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    private int code;

    GuestExit() {
        super("proc_exit", null, false, false);
    }

    GuestExit with(int exitCode) {
        code = exitCode;
        return this;
    }

    /** What the guest gave; 0 is success. */
    public int code() {
        return code;
    }
}
