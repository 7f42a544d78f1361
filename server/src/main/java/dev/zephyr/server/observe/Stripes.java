// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counters that any thread may write: several arrays, so that threads seldom meet in one, and an
 * atomic add. About ten times the price of a {@link Shard}. Thread-safe.
 */
final class Stripes {

    /** More would help only if more threads counted at the same nanosecond. */
    private static final int STRIPES_MAX = 8;

    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[][] stripes;

    Stripes(int size) {
        int processors = Runtime.getRuntime().availableProcessors();
        int count = Math.min(STRIPES_MAX, Integer.highestOneBit(processors));
        stripes = new long[count][Shard.DEAD_CELLS + size + Shard.DEAD_CELLS];
    }

    void add(int cell, long amount) {
        long thread = Thread.currentThread().threadId();
        long[] cells = stripes[(int) thread & stripes.length - 1];
        var _ = (long) CELLS.getAndAdd(cells, Shard.DEAD_CELLS + cell, amount);
    }

    /** Adds what was counted to sums. */
    void addTo(long[] sums) {
        for (long[] cells : stripes) {
            for (int cell = sums.length - 1; cell >= 0; cell--) {
                sums[cell] += (long) CELLS.getAcquire(cells, Shard.DEAD_CELLS + cell);
            }
        }
    }
}
