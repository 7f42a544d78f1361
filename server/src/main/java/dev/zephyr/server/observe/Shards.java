// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counters that are kept once per thread and summed when somebody asks. Thread-safe.
 *
 * <p>A total never falls: what a shard has counted when it is closed stays in {@code retired}. A
 * thread without a shard adds to stripes, by atomic instructions.
 */
final class Shards {

    private final int size;
    private final List<Shard> open = new ArrayList<>();
    private final long[] retiredSums;
    private final long[] retiredMaxima;

    /** Made when the first thread without a shard comes; most counters never meet one. */
    private volatile @Nullable Stripes stripes;

    /**
     * Counters that are all zero.
     *
     * @param size how many cells there are
     */
    Shards(int size) {
        this.size = size;
        retiredSums = new long[size];
        retiredMaxima = new long[size];
    }

    /** What was counted up to a moment. Immutable. */
    static final class Totals {

        private final long[] sums;
        private final long[] maxima;

        private Totals(long[] sums, long[] maxima) {
            this.sums = sums;
            this.maxima = maxima;
        }

        long sum(int cell) {
            return sums[cell];
        }

        /** The highest value that any thread has for a cell. */
        long max(int cell) {
            return maxima[cell];
        }
    }

    /** A shard for one thread, which alone may write it. */
    synchronized Shard open() {
        Shard shard = new Shard(size);
        open.add(shard);
        return shard;
    }

    /** Keeps what a shard has counted; its thread must not write it any more. */
    synchronized void close(Shard shard) {
        if (open.remove(shard)) {
            fold(shard, retiredSums, retiredMaxima);
        }
    }

    /** Adds to a cell from a thread that has no shard. */
    void add(int cell, long amount) {
        Stripes shared = stripes;
        if (shared == null) {
            shared = makeStripes();
        }
        shared.add(cell, amount);
    }

    private synchronized Stripes makeStripes() {
        Stripes shared = stripes;
        if (shared == null) {
            shared = new Stripes(size);
            stripes = shared;
        }
        return shared;
    }

    /** What was counted so far. */
    synchronized Totals totals() {
        long[] sums = retiredSums.clone();
        long[] maxima = retiredMaxima.clone();
        for (Shard shard : open) {
            fold(shard, sums, maxima);
        }
        Stripes shared = stripes;
        if (shared != null) {
            shared.addTo(sums);
        }
        return new Totals(sums, maxima);
    }

    /** Downwards: see {@link Shard}. */
    private void fold(Shard shard, long[] sums, long[] maxima) {
        for (int cell = size - 1; cell >= 0; cell--) {
            long value = shard.get(cell);
            sums[cell] += value;
            maxima[cell] = Math.max(maxima[cell], value);
        }
    }
}
