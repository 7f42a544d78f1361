// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.Serial;

/** The thread was interrupted while a host function waited; its flag is still set. No trace. */
public final class GuestInterrupted extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    /** Cheap, as it ends a run that is over its time. */
    public GuestInterrupted() {
        super("interrupted in a host function", null, false, false);
    }
}
