// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Seven counters per request, by each way to count, with one and with two threads: nanoseconds of
 * processor time per request, the best and the median of several rounds. Each way is measured in a
 * JVM of its own, so that none is compiled for the others: the only argument names it.
 */
public final class CountingCost {

    private static final int COUNTERS = 7;
    private static final int REQUESTS = 5_000_000;
    private static final int ROUNDS = 9;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CountingCost() {}

    /**
     * Measures {@code shard}, {@code durations}, {@code fetch-add}, {@code adder} or {@code
     * atomic}.
     */
    public static void main(String[] arguments) throws InterruptedException {
        for (int threads : new int[] {1, 2}) {
            double[] nanos = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                nanos[round] = round(arguments[0], threads);
            }
            Arrays.sort(nanos);
            System.out.printf(
                    "%-10s %d threads: best %6.2f median %6.2f ns per request%n",
                    arguments[0], threads, nanos[0], nanos[ROUNDS / 2]);
        }
    }

    private static double round(String way, int threads) throws InterruptedException {
        IntConsumer[] counting = ways(way, threads);
        CountDownLatch ready = new CountDownLatch(threads);
        long[] nanos = new long[threads];
        Thread[] running = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int number = i;
            running[i] =
                    Thread.ofPlatform()
                            .start(() -> {
                                ready.countDown();
                                while (ready.getCount() > 0) {
                                    Thread.onSpinWait();
                                }
                                long start = THREADS.getCurrentThreadCpuTime();
                                counting[number].accept(REQUESTS);
                                nanos[number] = THREADS.getCurrentThreadCpuTime() - start;
                            });
        }
        for (Thread thread : running) {
            thread.join();
        }
        return Arrays.stream(nanos).average().orElseThrow() / REQUESTS;
    }

    private static IntConsumer[] ways(String way, int threads) {
        return switch (way) {
            case "shard" -> each(threads, () -> shard(new Shards(COUNTERS).open()));
            case "durations" -> each(threads, () -> durations(new Shards(64).open()));
            case "fetch-add" -> each(threads, () -> fetchAdd(new AtomicLongArray(COUNTERS + 32)));
            case "adder" -> {
                LongAdder[] shared = new LongAdder[COUNTERS];
                Arrays.setAll(shared, _ -> new LongAdder());
                yield each(threads, () -> adder(shared));
            }
            case "atomic" -> {
                AtomicLong[] shared = new AtomicLong[COUNTERS];
                Arrays.setAll(shared, _ -> new AtomicLong());
                yield each(threads, () -> atomic(shared));
            }
            default ->
                    throw new IllegalArgumentException(
                            way + " (expected: shard, durations, fetch-add, adder or atomic)");
        };
    }

    private interface Making {
        IntConsumer make();
    }

    private static IntConsumer[] each(int threads, Making making) {
        return IntStream.range(0, threads).mapToObj(_ -> making.make()).toArray(IntConsumer[]::new);
    }

    private static IntConsumer shard(Shard shard) {
        return requests -> {
            for (int i = 0; i < requests; i++) {
                for (int counter = 0; counter < COUNTERS - 1; counter++) {
                    shard.add(counter, i);
                }
                shard.addAfter(COUNTERS - 1, 1);
            }
        };
    }

    /** The same and a histogram of durations, whose buckets change from request to request. */
    private static IntConsumer durations(Shard shard) {
        return requests -> {
            for (int i = 0; i < requests; i++) {
                for (int counter = 0; counter < COUNTERS - 1; counter++) {
                    shard.add(counter, i);
                }
                shard.addAfter(COUNTERS - 1, 1);
                Durations.record(shard, COUNTERS, (i & 0xff) << 12);
            }
        };
    }

    private static IntConsumer fetchAdd(AtomicLongArray own) {
        return requests -> {
            for (int i = 0; i < requests; i++) {
                for (int counter = 0; counter < COUNTERS; counter++) {
                    own.getAndAdd(16 + counter, i);
                }
            }
        };
    }

    private static IntConsumer adder(LongAdder[] shared) {
        return requests -> {
            for (int i = 0; i < requests; i++) {
                for (LongAdder counter : shared) {
                    counter.add(i);
                }
            }
        };
    }

    private static IntConsumer atomic(AtomicLong[] shared) {
        return requests -> {
            for (int i = 0; i < requests; i++) {
                for (AtomicLong counter : shared) {
                    counter.getAndAdd(i);
                }
            }
        };
    }
}
