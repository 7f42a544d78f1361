// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.Serial;

/** An address outside of the guest's memory; the host call answers {@code EFAULT}. No trace. */
public final class GuestFault extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    /** Cheap: it has no stack trace, so that a guest can't buy time with bad addresses. */
    public GuestFault() {
        super("out of bounds memory access", null, false, false);
    }
}
