// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ShardsTest {

    private static final int STARTED = 0;
    private static final int FINISHED = 1;
    private static final int CELLS = 2;

    private final Shards shards = new Shards(CELLS);

    @Test
    void totalIsTheSumOfAllShardsAndOfThreadsWithoutOne() {
        Shard first = shards.open();
        Shard second = shards.open();
        first.add(STARTED, 3);
        second.add(STARTED, 4);
        shards.add(STARTED, 5);
        assertThat(shards.totals().sum(STARTED)).isEqualTo(12);
        assertThat(shards.totals().sum(FINISHED)).isZero();
    }

    @Test
    void highestValueOfAnyShardStaysWhenTheShardIsClosed() {
        Shard first = shards.open();
        first.raise(STARTED, 7);
        first.raise(STARTED, 5);
        shards.open().raise(STARTED, 6);
        assertThat(shards.totals().max(STARTED)).isEqualTo(7);
        shards.close(first);
        assertThat(shards.totals().max(STARTED)).isEqualTo(7);
    }

    @Test
    void shardThatIsClosedTwiceCountsOnce() {
        Shard shard = shards.open();
        shard.add(STARTED, 2);
        shards.close(shard);
        shards.close(shard);
        assertThat(shards.totals().sum(STARTED)).isEqualTo(2);
    }

    @Test
    void secondThreadThatWritesAShardIsFound() throws Exception {
        Shard shard = shards.open();
        shard.add(STARTED, 1);
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<?> write = other.submit(() -> shard.add(STARTED, 1));
            assertThatThrownBy(write::get).hasCauseInstanceOf(AssertionError.class);
        }
    }

    /** Each thread opens and closes shards while it counts, and some count without one. */
    @Test
    void totalsAreExactAndNeverFallWhileShardsComeAndGo() throws Exception {
        int rounds = 200;
        int perRound = 2_000;
        int threads = 3;
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService pool = Executors.newFixedThreadPool(2 * threads + 1)) {
            Future<Long> scrapes = pool.submit(scraper(done));
            List<Future<?>> counting = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                counting.add(pool.submit(() -> countInShards(rounds, perRound)));
                counting.add(pool.submit(() -> countWithoutShard(rounds * perRound)));
            }
            for (Future<?> thread : counting) {
                thread.get();
            }
            done.set(true);
            assertThat(scrapes.get()).isPositive();
        }
        long events = 2L * threads * rounds * perRound;
        assertThat(shards.totals().sum(STARTED)).isEqualTo(events);
        assertThat(shards.totals().sum(FINISHED)).isEqualTo(events / 2);
    }

    private void countInShards(int rounds, int perRound) {
        for (int round = 0; round < rounds; round++) {
            Shard shard = shards.open();
            for (int i = 0; i < perRound; i++) {
                shard.add(STARTED, 1);
                shard.addAfter(FINISHED, 1);
            }
            shards.close(shard);
        }
    }

    private void countWithoutShard(int times) {
        for (int i = 0; i < times; i++) {
            shards.add(STARTED, 1);
        }
    }

    /** Scrapes until told to stop; returns how often. */
    private Callable<Long> scraper(AtomicBoolean done) {
        return () -> {
            long times = 0;
            long lastStarted = 0;
            long lastFinished = 0;
            while (!done.get() || times == 0) {
                Shards.Totals totals = shards.totals();
                assertThat(totals.sum(STARTED)).isGreaterThanOrEqualTo(lastStarted);
                assertThat(totals.sum(FINISHED)).isGreaterThanOrEqualTo(lastFinished);
                assertThat(totals.sum(FINISHED)).isLessThanOrEqualTo(totals.sum(STARTED));
                lastStarted = totals.sum(STARTED);
                lastFinished = totals.sum(FINISHED);
                times++;
            }
            return times;
        };
    }
}
