// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.time.Duration;

/**
 * When the run on one thread must end. The watchdog interrupts the thread then, under the same lock
 * that the run begins and ends under: so the interrupt can't hit the run after. Thread-safe.
 */
final class Deadline {

    /** A thread that is late is interrupted again after this, should it have lost the interrupt. */
    private static final long AGAIN_NANOS = 5_000_000;

    private final Thread thread;

    // Guarded by this.
    private long dueNanos;
    private boolean running;
    private boolean expired;

    /** A deadline for runs on {@code thread}. */
    Deadline(Thread thread) {
        this.thread = thread;
    }

    /** A run begins, on the thread that this belongs to. */
    void begin(Duration limit) {
        long due = System.nanoTime() + limit.toNanos();
        synchronized (this) {
            dueNanos = due;
            running = true;
            expired = false;
        }
    }

    /**
     * The run has ended; from here on it can't be interrupted, and an interrupt that it got too
     * late is forgotten.
     *
     * @return whether it was interrupted
     */
    boolean end() {
        boolean late;
        synchronized (this) {
            running = false;
            late = expired;
        }
        if (late) {
            Thread.interrupted();
        }
        return late;
    }

    /**
     * Interrupts the run if it is over its time. Called by the watchdog.
     *
     * @return nanoseconds until this must be called again; {@link Long#MAX_VALUE}: no run
     */
    synchronized long enforce() {
        if (!running) {
            return Long.MAX_VALUE;
        }
        long left = dueNanos - System.nanoTime();
        if (left > 0) {
            return left;
        }
        expired = true;
        thread.interrupt();
        return AGAIN_NANOS;
    }
}
