// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

/**
 * How durations are counted: 17 buckets from 50 µs to 10 s, one for what took longer, and the sum,
 * in neighboring cells of a shard. Their number is not counted, as it is the sum of the buckets.
 */
final class Durations {

    /** How many cells a histogram takes. */
    static final int CELLS = 19;

    /** Where the sum of all durations is, from the first cell. */
    static final int SUM = 18;

    /** The longest duration in each bucket, in nanoseconds. */
    private static final long[] BOUNDS = {
        50_000,
        100_000,
        250_000,
        500_000,
        1_000_000,
        2_500_000,
        5_000_000,
        10_000_000,
        25_000_000,
        50_000_000,
        100_000_000,
        250_000_000,
        500_000_000,
        1_000_000_000,
        2_500_000_000L,
        5_000_000_000L,
        10_000_000_000L
    };

    /** For each number of leading zeros the first bucket that such a duration can be in. */
    private static final byte[] FIRST = first();

    private Durations() {}

    /** How many buckets have an upper bound. */
    static int bounds() {
        return BOUNDS.length;
    }

    /** The upper bound of a bucket in seconds, as it is written. */
    static String bound(int bucket) {
        return Double.toString(BOUNDS[bucket] / 1e9);
    }

    /**
     * Counts a duration.
     *
     * @param first cell of the histogram
     */
    static void record(Shard shard, int first, long nanos) {
        shard.add(first + SUM, nanos);
        shard.add(first + bucket(nanos), 1);
    }

    /** Which bucket a duration is in. */
    static int bucket(long nanos) {
        if (nanos <= 0) {
            return 0;
        }
        int bucket = FIRST[Long.numberOfLeadingZeros(nanos)];
        while (bucket < BOUNDS.length && nanos > BOUNDS[bucket]) {
            bucket++;
        }
        return bucket;
    }

    private static byte[] first() {
        byte[] first = new byte[Long.SIZE];
        for (int zeros = 1; zeros < Long.SIZE; zeros++) {
            long smallest = 1L << (Long.SIZE - 1 - zeros);
            byte bucket = 0;
            while (bucket < BOUNDS.length && smallest > BOUNDS[bucket]) {
                bucket++;
            }
            first[zeros] = bucket;
        }
        return first;
    }
}
