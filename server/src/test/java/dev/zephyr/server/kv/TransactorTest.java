// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.WorkerConfig.KeyValue;
import dev.zephyr.server.kv.Attempt.Attempted;
import dev.zephyr.spi.Commit;
import dev.zephyr.spi.Commit.Isolation;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.Snapshot;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TransactorTest {

    private static final KeyValue A = new KeyValue("a", Isolation.SNAPSHOT, Optional.empty());
    private static final KeyValue SERIAL_A =
            new KeyValue("a", Isolation.SERIALIZABLE, Optional.empty());
    private static final Executor HERE = Runnable::run;

    private final KeyValueStore memory =
            new ResidentStore(Backing.NONE, KeyValueLimits.DEFAULT, InstantSource.system());

    @Test
    void everythingHappensOnOneThreadOfThePool() throws Exception {
        Transactor transactor = transactor(memory);
        List<Thread> threads = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            transactor.execute(
                    A,
                    pool,
                    snapshot -> {
                        threads.add(Thread.currentThread());
                        return increment(snapshot, "n");
                    },
                    _ -> {
                        threads.add(Thread.currentThread());
                        done.countDown();
                    });
            done.await();
        }
        assertThat(threads).hasSize(2);
        assertThat(threads.get(0)).isSameAs(threads.get(1)).isNotSameAs(Thread.currentThread());
    }

    @Test
    void runThatHandsBackNothingChangesNothing() {
        put("k", "1");
        assertThat(settled(memory, _ -> new Attempted<>(5L, null)))
                .isEqualTo(new Settled.Done<>(5L));
        assertThat(memory.snapshot("a").entries()).isEqualTo(Map.of("k", "1"));
        assertThat(memory.snapshot("a").version()).isEqualTo(1);
    }

    @Test
    void runThatHandsBackTheSameCommitsNothing() {
        put("k", "1");
        settled(memory, s -> new Attempted<>(1L, new HashMap<>(s.entries())));
        assertThat(memory.snapshot("a").version()).isEqualTo(1);
    }

    @Test
    void keyThatIsLeftOutIsDeleted() {
        put("k", "1");
        settled(memory, _ -> new Attempted<>(1L, Map.of("l", "2")));
        assertThat(memory.snapshot("a").entries()).isEqualTo(Map.of("l", "2"));
    }

    @Test
    void conflictIsRunAgainOnAFreshSnapshot() {
        put("n", "1");
        AtomicInteger runs = new AtomicInteger();
        Transactor transactor = transactor(memory);
        Settled<Long> settled =
                settled(
                        transactor,
                        A,
                        snapshot -> {
                            if (runs.incrementAndGet() == 1) {
                                put("n", "10");
                            }
                            return increment(snapshot, "n");
                        });
        assertThat(settled).isEqualTo(new Settled.Done<>(11L));
        assertThat(runs).hasValue(2);
        assertThat(transactor.stats()).isEqualTo(new TransactorStats(2, 1, 1, 1, 0, 0, 0));
    }

    @Test
    void endlessConflictEndsWithPatience() {
        Transactor transactor =
                new Transactor(memory, new TransactorLimits(10, 10, Duration.ofMillis(50)));
        AtomicInteger runs = new AtomicInteger();
        Settled<Long> settled =
                settled(
                        transactor,
                        A,
                        snapshot -> {
                            put("n", "x" + runs.incrementAndGet());
                            return new Attempted<>(0L, Map.of("n", "mine"));
                        });
        assertThat(settled).isInstanceOf(Settled.Unavailable.class);
        assertThat(memory.snapshot("a").entries().get("n")).isEqualTo("x" + runs);
    }

    @Test
    void changeBeyondALimitIsOverQuotaAndChangesNothing() {
        put("k", "1");
        Map<String, String> after = Map.of("k", "x".repeat((1 << 20) + 1));
        assertThat(settled(memory, _ -> new Attempted<>(1L, after)))
                .isEqualTo(new Settled.OverQuota<>("value: 1048577 bytes (expected: <= 1048576)"));
        assertThat(memory.snapshot("a").entries()).isEqualTo(Map.of("k", "1"));
    }

    @Test
    void fullPoolRejects() {
        Executor full =
                _ -> {
                    throw new RejectedExecutionException("full");
                };
        List<Settled<Long>> settled = new ArrayList<>();
        transactor(memory).execute(A, full, s -> increment(s, "n"), settled::add);
        assertThat(settled).containsExactly(new Settled.Rejected<>());
    }

    @Test
    void fullPoolRejectsOverARemoteStoreToo() throws Exception {
        Executor full =
                _ -> {
                    throw new RejectedExecutionException("full");
                };
        CompletableFuture<Settled<Long>> settled = new CompletableFuture<>();
        transactor(remote(memory)).execute(A, full, s -> increment(s, "n"), settled::complete);
        assertThat(settled.get()).isEqualTo(new Settled.Rejected<>());
    }

    @Test
    void tooManyThatWaitForARemoteStoreAreRejected() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        KeyValueStore slow =
                new Remote(memory) {
                    @Override
                    public Snapshot snapshot(String namespace) {
                        await(answer);
                        return super.snapshot(namespace);
                    }
                };
        Transactor transactor =
                new Transactor(slow, new TransactorLimits(10, 2, Duration.ofSeconds(30)));
        List<CompletableFuture<Settled<Long>>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Settled<Long>> settled = new CompletableFuture<>();
            transactor.execute(A, HERE, s -> increment(s, "n"), settled::complete);
            all.add(settled);
        }
        assertThat(all.get(2).get()).isEqualTo(new Settled.Rejected<>());
        answer.countDown();
        assertThat(Set.of(all.get(0).get(), all.get(1).get()))
                .isEqualTo(Set.of(new Settled.Done<>(1L), new Settled.Done<>(2L)));
    }

    @Test
    void attemptOverARemoteStoreRunsOnThePool() throws Exception {
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        CompletableFuture<Settled<Long>> settled = new CompletableFuture<>();
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            transactor(remote(memory))
                    .execute(
                            A,
                            pool,
                            snapshot -> {
                                ran.complete(Thread.currentThread());
                                return increment(snapshot, "n");
                            },
                            settled::complete);
            assertThat(settled.get()).isEqualTo(new Settled.Done<>(1L));
            assertThat(ran.get().isVirtual()).isFalse();
        }
    }

    @Test
    void defectOfARunIsAnswered() {
        assertThat(
                        settled(
                                memory,
                                _ -> {
                                    throw new IllegalStateException("broken");
                                }))
                .isEqualTo(new Settled.Failed<>("broken"));
        assertThat(
                        settled(
                                remote(memory),
                                _ -> {
                                    throw new StackOverflowError();
                                }))
                .isEqualTo(new Settled.Failed<>("StackOverflowError"));
    }

    @Test
    void storeThatIsAwayIsUnavailable() {
        KeyValueStore away =
                new Remote(memory) {
                    @Override
                    public Snapshot snapshot(String namespace) {
                        throw new KeyValueStoreException(Category.UNAVAILABLE, "gone");
                    }
                };
        assertThat(settled(away, s -> increment(s, "n")))
                .isEqualTo(new Settled.Unavailable<>("gone", Duration.ofSeconds(1)));
    }

    @Test
    void answerWaitsUntilTheCommitIsDurable() {
        CompletableFuture<Void> durable = new CompletableFuture<>();
        List<Settled<Long>> settled = new ArrayList<>();
        Transactor transactor = transactor(lateStore(durable));
        transactor.execute(A, HERE, s -> increment(s, "n"), settled::add);
        transactor.execute(A, HERE, s -> new Attempted<>(count(s, "n"), null), settled::add);
        assertThat(settled).isEmpty();
        durable.complete(null);
        assertThat(settled).containsExactly(new Settled.Done<>(1L), new Settled.Done<>(1L));
    }

    @Test
    void commitThatDoesNotBecomeDurableIsUnavailable() {
        CompletableFuture<Void> durable = new CompletableFuture<>();
        List<Settled<Long>> settled = new ArrayList<>();
        transactor(lateStore(durable)).execute(A, HERE, s -> increment(s, "n"), settled::add);
        durable.completeExceptionally(new KeyValueStoreException(Category.EXHAUSTED, "disk full"));
        assertThat(settled)
                .containsExactly(new Settled.Unavailable<>("disk full", Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fiftyClientsOnOneCounterLoseNothingAndHardlyRunTwice(boolean isRemote) throws Exception {
        Transactor transactor = transactor(isRemote ? remote(memory) : memory);
        int requests = 20_000;
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            Load load = new Load(transactor, SERIAL_A, pool, 50, requests);
            load.run();
            assertThat(load.results()).hasSize(requests);
        }
        assertThat(memory.snapshot("a").entries()).isEqualTo(Map.of("n", "" + requests));
        assertThat(transactor.stats().reruns()).isLessThanOrEqualTo(requests / 20);
        assertThat(transactor.stats().commits()).isEqualTo(requests);
    }

    @Test
    void hotNamespaceDoesNotStarveAnother() throws Exception {
        Transactor transactor = transactor(memory);
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            Load hot = new Load(transactor, A, pool, 50, 50_000);
            Thread loader = Thread.ofPlatform().start(hot::run);
            KeyValue other = new KeyValue("b", Isolation.SNAPSHOT, Optional.empty());
            for (int i = 1; i <= 100; i++) {
                CompletableFuture<Settled<Long>> settled = new CompletableFuture<>();
                transactor.execute(other, pool, s -> increment(s, "n"), settled::complete);
                assertThat(settled.get(5, TimeUnit.SECONDS))
                        .isEqualTo(new Settled.Done<>((long) i));
            }
            loader.join();
        }
    }

    @Test
    void laneIsBoundedAndRejectsTheRest() throws Exception {
        Transactor transactor =
                new Transactor(memory, new TransactorLimits(5, 10, Duration.ofSeconds(30)));
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger rejected = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            makeHot(transactor, pool);
            for (int i = 0; i < 20; i++) {
                transactor.execute(
                        A,
                        pool,
                        snapshot -> {
                            await(release);
                            return increment(snapshot, "n");
                        },
                        settled -> {
                            switch (settled) {
                                case Settled.Done<Long> _ -> done.incrementAndGet();
                                case Settled.Rejected<Long> _ -> rejected.incrementAndGet();
                                case Settled.OverQuota<Long> _,
                                        Settled.Unavailable<Long> _,
                                        Settled.Failed<Long> _ ->
                                        throw new AssertionError(settled);
                            }
                        });
            }
            release.countDown();
        }
        assertThat(done.get() + rejected.get()).isEqualTo(20);
        assertThat(rejected.get()).isBetween(14, 15);
    }

    private void makeHot(Transactor transactor, ExecutorService pool) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Settled<Long>> settled = new CompletableFuture<>();
        transactor.execute(
                A,
                pool,
                snapshot -> {
                    if (runs.incrementAndGet() <= 2) {
                        put("n", "" + runs);
                    }
                    return increment(snapshot, "n");
                },
                settled::complete);
        settled.get();
        assertThat(transactor.stats().laneEntries()).isEqualTo(1);
    }

    /** Requests that add one, a number of them at a time. */
    private record Load(
            Transactor transactor,
            KeyValue config,
            Executor pool,
            int clients,
            int requests,
            AtomicLong left,
            Set<Long> results,
            CountDownLatch finished) {

        Load(Transactor transactor, KeyValue config, Executor pool, int clients, int requests) {
            this(
                    transactor,
                    config,
                    pool,
                    clients,
                    requests,
                    new AtomicLong(requests),
                    ConcurrentHashMap.newKeySet(),
                    new CountDownLatch(requests));
        }

        void run() {
            for (int i = 0; i < clients; i++) {
                next();
            }
            await(finished);
        }

        private void next() {
            if (left.getAndDecrement() > 0) {
                transactor.execute(config, pool, s -> increment(s, "n"), this::done);
            }
        }

        private void done(Settled<Long> settled) {
            if (settled instanceof Settled.Done<Long>(Long result)) {
                results.add(result);
            }
            finished.countDown();
            next();
        }
    }

    private static Attempted<Long> increment(Snapshot snapshot, String key) {
        long count = count(snapshot, key) + 1;
        Map<String, String> after = new HashMap<>(snapshot.entries());
        after.put(key, "" + count);
        return new Attempted<>(count, after);
    }

    private static long count(Snapshot snapshot, String key) {
        String value = snapshot.entries().get(key);
        return value == null ? 0 : Long.parseLong(value);
    }

    private static Settled<Long> settled(KeyValueStore store, Attempt<Long> attempt) {
        return settled(transactor(store), A, attempt);
    }

    private static Settled<Long> settled(
            Transactor transactor, KeyValue config, Attempt<Long> attempt) {
        CompletableFuture<Settled<Long>> settled = new CompletableFuture<>();
        transactor.execute(config, HERE, attempt, settled::complete);
        return settled.join();
    }

    private static Transactor transactor(KeyValueStore store) {
        return new Transactor(store, TransactorLimits.DEFAULT);
    }

    private void put(String key, String value) {
        Snapshot base = memory.snapshot("a");
        memory.commit(
                new Commit(
                        base, Map.of(key, value), Set.of(), Isolation.SNAPSHOT, Optional.empty()));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static KeyValueStore remote(KeyValueStore store) {
        return new Remote(store);
    }

    /** A store whose changes become durable when the test says so. */
    private static KeyValueStore lateStore(CompletableFuture<Void> durable) {
        Backing late =
                new ForwardingBacking() {
                    @Override
                    public CompletableFuture<Void> append(Change change) {
                        return durable;
                    }
                };
        return new ResidentStore(late, KeyValueLimits.DEFAULT, InstantSource.system());
    }

    /** Another store, as if it were behind a network. */
    private static class Remote implements KeyValueStore {

        private final KeyValueStore store;

        Remote(KeyValueStore store) {
            this.store = store;
        }

        @Override
        public Snapshot snapshot(String namespace) {
            return store.snapshot(namespace);
        }

        @Override
        public CommitResult commit(Commit commit) {
            return store.commit(commit);
        }

        @Override
        public List<String> namespaces() {
            return store.namespaces();
        }

        @Override
        public boolean answersFromMemory() {
            return false;
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private abstract static class ForwardingBacking implements Backing {

        @Override
        public List<String> namespaces() {
            return NONE.namespaces();
        }

        @Override
        public Snapshot load(String namespace) {
            return NONE.load(namespace);
        }

        @Override
        public String trouble() {
            return NONE.trouble();
        }

        @Override
        public void close() {
            NONE.close();
        }
    }
}
