// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Counters of one thread. Written by that thread alone, read by any.
 *
 * <p>As nobody else writes, adding is a plain load and an opaque store: no atomic instruction, no
 * fence. Opaque, because a plain {@code long} may tear (JLS 17.7) and its stores may be put off for
 * ever; more would buy nothing for a number that only grows.
 *
 * <p>Where one number must never be seen ahead of another, as finished before started, the one that
 * follows has the higher cell, is written by {@link #addAfter}, and readers go from the highest
 * cell to the lowest.
 */
final class Shard {

    /**
     * 128 bytes at both ends: processors fetch cache lines in pairs, and shards may be neighbors.
     */
    static final int DEAD_CELLS = 16;

    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] cells;

    /** Who wrote first; known only where assertions are on. */
    private @Nullable Thread owner;

    Shard(int size) {
        cells = new long[DEAD_CELLS + size + DEAD_CELLS];
    }

    /** Adds to a cell; by the owner. */
    void add(int cell, long amount) {
        assert isOwned() : "two threads write one shard";
        int at = DEAD_CELLS + cell;
        CELLS.setOpaque(cells, at, cells[at] + amount);
    }

    /** Adds to a cell that is never seen ahead of what was added before; by the owner. */
    void addAfter(int cell, long amount) {
        assert isOwned() : "two threads write one shard";
        int at = DEAD_CELLS + cell;
        CELLS.setRelease(cells, at, cells[at] + amount);
    }

    /** Raises a cell to a value if it is lower; by the owner. */
    void raise(int cell, long value) {
        assert isOwned() : "two threads write one shard";
        int at = DEAD_CELLS + cell;
        if (value > cells[at]) {
            CELLS.setOpaque(cells, at, value);
        }
    }

    /** Reads a cell; by any thread. */
    long get(int cell) {
        return (long) CELLS.getAcquire(cells, DEAD_CELLS + cell);
    }

    private boolean isOwned() {
        Thread current = Thread.currentThread();
        if (owner == null) {
            owner = current;
        }
        return owner == current;
    }
}
