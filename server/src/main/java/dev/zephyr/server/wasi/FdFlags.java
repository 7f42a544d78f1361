// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/** Flags of an open descriptor (WASI preview 1, {@code $fdflags}). Immutable. */
final class FdFlags {

    static final int APPEND = 1;
    static final int DSYNC = 2;
    static final int NONBLOCK = 4;
    static final int RSYNC = 8;
    static final int SYNC = 16;
    static final int ALL = 31;

    private FdFlags() {}
}
