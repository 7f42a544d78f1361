// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.spi.Commit.Isolation;
import dev.zephyr.spi.CommitResult.Committed;
import dev.zephyr.spi.KeyValueStoreException.Category;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a store behind a network owes beyond {@link KeyValueStoreContract} when several servers
 * share it, when it is restarted and when the network fails.
 */
@Timeout(300)
public abstract class SharedStoreContract {

    /** No request may hang for longer, whatever the network does. */
    private static final Duration REQUEST_MAX = Duration.ofSeconds(40);

    /** The database's process. */
    public interface Server {
        int port();

        /** Ends it without warning and starts it again, if it is there; returns when it answers. */
        void restart() throws Exception;

        void stop() throws Exception;
    }

    /** The server of these tests. */
    protected abstract Server server();

    /** A store over a port, which is the server's or a proxy's. */
    protected abstract KeyValueStore open(int port);

    @Test
    public void tenThousandIncrementsThroughTwoServersAreExact() throws Exception {
        try (KeyValueStore one = open(server().port());
                KeyValueStore two = open(server().port())) {
            Load load = new Load("exact", false, 5_000);
            load.run(List.of(one, two), 25);
            assertThat(load.failures).hasValue(0);
            assertThat(one.snapshot("exact").entries()).isEqualTo(Map.of("n", "10000"));
            assertThat(load.acknowledged).hasSize(10_000);
        }
    }

    @Test
    public void restartInTheMiddleLosesNoAcknowledgedIncrement() throws Exception {
        try (KeyValueStore one = open(server().port());
                KeyValueStore two = open(server().port())) {
            Load load = new Load("restart", true, 400);
            Thread restarts =
                    Thread.ofPlatform()
                            .start(() -> {
                                load.awaitAcknowledged(100);
                                restartServer();
                                load.awaitAcknowledged(300);
                                restartServer();
                            });
            load.run(List.of(one, two), 10);
            restarts.join();
            load.verify(one);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    public void spoiledConnectionsLoseNothingAndApplyNothingTwice(long seed) throws Exception {
        String namespace = "spoiled" + seed;
        try (FaultProxy proxy = FaultProxy.to(server().port(), seed);
                KeyValueStore one = open(proxy.port());
                KeyValueStore two = open(server().port())) {
            Load load = new Load(namespace, true, 200);
            proxy.spoil(30);
            load.run(List.of(one, two), 5);
            proxy.spoil(0);
            load.verify(two);
        }
    }

    @Test
    public void serverThatWasAwayIsUsedAgainWhenItIsBack() throws Exception {
        try (KeyValueStore store = open(server().port())) {
            Load before = new Load("away", true, 1);
            before.run(List.of(store), 1);
            before.verify(store);
            server().stop();
            await(() -> category(store) == Category.UNAVAILABLE && !store.trouble().isEmpty());
            server().restart();
            await(() -> store.trouble().isEmpty() && category(store) == null);
            assertThat(store.snapshot("away").entries()).containsEntry("n", "1");
        }
    }

    @Test
    public void serverMayComeAfterTheStoreIsOpened() throws Exception {
        server().stop();
        try (KeyValueStore store = open(server().port())) {
            assertThat(store.trouble()).isNotEmpty();
            assertThat(category(store)).isEqualTo(Category.UNAVAILABLE);
            server().restart();
            await(() -> category(store) == null);
        }
    }

    private static @Nullable Category category(KeyValueStore store) {
        try {
            store.snapshot("away");
            return null;
        } catch (KeyValueStoreException e) {
            return e.category();
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNanos);
            LockSupport.parkNanos(20_000_000);
        }
    }

    private void restartServer() {
        try {
            server().restart();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Increments of one counter, by many threads over several stores. Thread-safe. */
    private static final class Load {

        private final String namespace;
        private final boolean isTraced;
        private final int incrementsPerStore;
        private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
        private final AtomicInteger failures = new AtomicInteger();
        private final AtomicLong longestNanos = new AtomicLong();
        private volatile boolean isOver;

        /**
         * @param isTraced whether each increment also puts a key of its own
         */
        Load(String namespace, boolean isTraced, int incrementsPerStore) {
            this.namespace = namespace;
            this.isTraced = isTraced;
            this.incrementsPerStore = incrementsPerStore;
        }

        void run(List<KeyValueStore> stores, int threadsPerStore) throws InterruptedException {
            List<Thread> threads = new ArrayList<>();
            for (int s = 0; s < stores.size(); s++) {
                KeyValueStore store = stores.get(s);
                String prefix = "s" + s + "-";
                AtomicInteger left = new AtomicInteger(incrementsPerStore);
                Object lane = new Object();
                for (int t = 0; t < threadsPerStore; t++) {
                    threads.add(
                            Thread.ofVirtual()
                                    .start(() -> {
                                        for (int i = left.decrementAndGet();
                                                i >= 0;
                                                i = left.decrementAndGet()) {
                                            synchronized (lane) {
                                                increment(store, prefix + i);
                                            }
                                        }
                                    }));
                }
            }
            for (Thread thread : threads) {
                thread.join();
            }
            isOver = true;
        }

        private void increment(KeyValueStore store, String id) {
            while (true) {
                long startNanos = System.nanoTime();
                try {
                    if (isIncremented(store, id)) {
                        return;
                    }
                } catch (KeyValueStoreException e) {
                    assertThat(e.category()).as(e.getMessage()).isEqualTo(Category.UNAVAILABLE);
                    failures.incrementAndGet();
                    LockSupport.parkNanos(50_000_000);
                    return;
                } finally {
                    longestNanos.accumulateAndGet(System.nanoTime() - startNanos, Math::max);
                }
            }
        }

        private boolean isIncremented(KeyValueStore store, String id) {
            Snapshot base = store.snapshot(namespace);
            long count = Long.parseLong(base.entries().getOrDefault("n", "0")) + 1;
            Map<String, String> puts = new HashMap<>();
            puts.put("n", "" + count);
            if (isTraced) {
                puts.put(id, "" + count);
            }
            Commit commit = new Commit(base, puts, Set.of(), Isolation.SNAPSHOT, Optional.empty());
            if (store.commit(commit) instanceof Committed committed) {
                committed.durable().toCompletableFuture().join();
                acknowledged.put(id, count);
                return true;
            }
            return false;
        }

        void awaitAcknowledged(int count) {
            await(() -> acknowledged.size() >= count || isOver);
        }

        void verify(KeyValueStore store) {
            Map<String, String> kept = new HashMap<>();
            await(() -> {
                try {
                    kept.putAll(store.snapshot(namespace).entries());
                    return true;
                } catch (KeyValueStoreException e) {
                    return false;
                }
            });
            String count = kept.remove("n");
            acknowledged.forEach(
                    (id, n) -> assertThat(kept).as("acknowledged").containsEntry(id, "" + n));
            assertThat(count).as("every increment counts once").isEqualTo("" + kept.size());
            assertThat(Set.copyOf(kept.values())).hasSameSizeAs(kept.keySet());
            assertThat(acknowledged).isNotEmpty();
            assertThat(longestNanos.get()).isLessThan(REQUEST_MAX.toNanos());
        }
    }
}
