// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that stops runs at their deadline. It sleeps until the next deadline of a run that it
 * knows, at most for the shortest time limit of any worker: a run that begins meanwhile can't be
 * due before that. So runs need not wake it, and it costs nothing while all is well. Thread-safe.
 */
final class Watchdog implements AutoCloseable {

    private static final long SHORTEST_NANOS = 1_000_000;

    private final List<Deadline> deadlines;
    private final Thread thread;

    /** Written under the lock of this, read by the watchdog without: a late read only sleeps. */
    private volatile long horizonNanos = Duration.ofSeconds(30).toNanos();

    private volatile boolean closed;

    /** Starts the thread. */
    Watchdog(List<Deadline> deadlines) {
        this.deadlines = List.copyOf(deadlines);
        thread = Thread.ofPlatform().daemon().name("wws-watchdog").start(this::watch);
    }

    /** To be told of each time limit before the first run that has it. */
    synchronized void expect(Duration limit) {
        long nanos = Math.max(SHORTEST_NANOS, limit.toNanos());
        if (nanos < horizonNanos) {
            horizonNanos = nanos;
            LockSupport.unpark(thread);
        }
    }

    private void watch() {
        while (!closed) {
            long sleep = horizonNanos;
            for (Deadline deadline : deadlines) {
                sleep = Math.min(sleep, deadline.enforce());
            }
            LockSupport.parkNanos(this, sleep);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
