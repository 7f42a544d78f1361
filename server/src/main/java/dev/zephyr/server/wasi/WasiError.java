// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.io.Serial;

/** A file operation failed with this error number. No trace, never seen outside of WASI. */
final class WasiError extends IOException {

    @Serial private static final long serialVersionUID = 1;

    private final int errno;

    WasiError(int errno) {
        super("WASI error number " + errno);
        this.errno = errno;
    }

    int errno() {
        return errno;
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
