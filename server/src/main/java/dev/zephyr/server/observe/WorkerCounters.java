// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.worker.WorkerObserver.End;
import dev.zephyr.server.worker.WorkerObserver.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The counters of one worker. Thread-safe. */
final class WorkerCounters {

    private static final int ENDS = 0;
    private static final int REJECTED = ENDS + End.values().length;
    private static final int STORE = REJECTED + 1;
    private static final int STDERR = STORE + 1;
    private static final int MEMORY = STDERR + 1;
    private static final int QUEUE = MEMORY + 1;
    private static final int RUNS = QUEUE + Durations.CELLS;
    private static final int SIZE = RUNS + Durations.CELLS;

    private final String route;
    private final Shards shards = new Shards(SIZE);

    /** One place per thread, filled by that thread when it first runs the worker. */
    private final @Nullable Shard[] ofThread;

    private volatile @Nullable Code code;

    /** How its code came to be. */
    record Code(Duration compileTime, boolean cached) {}

    WorkerCounters(String route, int threads) {
        this.route = route;
        ofThread = new @Nullable Shard[threads];
    }

    void ran(int thread, Run run) {
        Shard shard = ofThread[thread];
        if (shard == null) {
            shard = shards.open();
            ofThread[thread] = shard;
        }
        if (run.queueNanos() >= 0) {
            Durations.record(shard, QUEUE, run.queueNanos());
        }
        Durations.record(shard, RUNS, run.runNanos());
        shard.raise(MEMORY, run.memoryBytes());
        if (run.stderrBytes() > 0) {
            shard.add(STDERR, run.stderrBytes());
        }
        shard.add(ENDS + run.end().ordinal(), 1);
    }

    void rejected() {
        shards.add(REJECTED, 1);
    }

    void storeFailed() {
        shards.add(STORE, 1);
    }

    void compiled(Duration time, boolean cached) {
        code = new Code(time, cached);
    }

    View view() {
        return new View(route, shards.totals(), code);
    }

    /** What was counted up to a moment. Immutable. */
    record View(String route, Shards.Totals totals, @Nullable Code code) {

        long ended(End end) {
            return totals.sum(ENDS + end.ordinal());
        }

        boolean hasRun() {
            return runs().count() > 0;
        }

        DurationTotals runs() {
            return new DurationTotals().add(totals, RUNS);
        }

        DurationTotals queue() {
            return new DurationTotals().add(totals, QUEUE);
        }

        long rejected() {
            return totals.sum(REJECTED);
        }

        long storeFailed() {
            return totals.sum(STORE);
        }

        long stderrBytes() {
            return totals.sum(STDERR);
        }

        long memoryBytesMax() {
            return totals.max(MEMORY);
        }
    }
}
