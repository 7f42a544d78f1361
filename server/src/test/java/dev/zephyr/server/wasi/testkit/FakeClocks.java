// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi.testkit;

import dev.zephyr.server.wasi.WasiClocks;

/** Clocks that move only when somebody waits. Confined to one worker thread. */
public final class FakeClocks implements WasiClocks {

    public static final long REALTIME_START = 1_700_000_000_000_000_000L;

    private long nanos = 5_000;

    @Override
    public long realtimeNanos() {
        return REALTIME_START + nanos;
    }

    @Override
    public long monotonicNanos() {
        return nanos;
    }

    @Override
    public void pause(long wait) {
        nanos += wait;
    }
}
