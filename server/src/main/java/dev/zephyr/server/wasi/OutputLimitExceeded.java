// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.Serial;

/** The guest wrote more to standard output than a run may. No trace. */
public final class OutputLimitExceeded extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    OutputLimitExceeded(int bytesMax) {
        super("standard output: over " + bytesMax + " bytes", null, false, false);
    }
}
