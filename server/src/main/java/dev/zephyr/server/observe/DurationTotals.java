// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

/** A histogram of durations that is read, from one or several places. Confined to one thread. */
final class DurationTotals {

    private final long[] cells = new long[Durations.CELLS];

    /** Adds what is in the cells from {@code first} on. */
    DurationTotals add(Shards.Totals totals, int first) {
        for (int i = 0; i < cells.length; i++) {
            cells[i] += totals.sum(first + i);
        }
        return this;
    }

    long bucket(int bucket) {
        return cells[bucket];
    }

    /** The sum of all durations. */
    long nanos() {
        return cells[Durations.SUM];
    }

    /** How many durations there are. */
    long count() {
        long count = 0;
        for (int bucket = 0; bucket <= Durations.bounds(); bucket++) {
            count += cells[bucket];
        }
        return count;
    }
}
