// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** The clocks that guests see. Thread-safe. */
public interface WasiClocks {

    /** Clocks of the machine. */
    WasiClocks SYSTEM =
            new WasiClocks() {
                private final long origin = System.nanoTime();

                @Override
                public long realtimeNanos() {
                    Instant now = Instant.now();
                    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
                }

                @Override
                public long monotonicNanos() {
                    return System.nanoTime() - origin;
                }

                @Override
                public void pause(long nanos) {
                    LockSupport.parkNanos(nanos);
                }
            };

    /** Time since 1970-01-01 in nanoseconds. */
    long realtimeNanos();

    /** Nanoseconds since a moment in the past that stays the same; never goes back. */
    long monotonicNanos();

    /** Waits at most this long; returns early if the thread is interrupted, or for no reason. */
    void pause(long nanos);
}
