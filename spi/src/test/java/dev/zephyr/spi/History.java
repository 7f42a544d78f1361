// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.spi.Commit.Isolation;
import dev.zephyr.spi.CommitResult.Committed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What random runs, many at once, saw of a namespace and did to it; and whether a store that keeps
 * its word can have answered so.
 *
 * <p>Every value that is put is unique, so a state tells which commits are in it.
 */
final class History {

    private static final int THREADS = 4;
    private static final int RUNS_PER_THREAD = 60;
    private static final int KEYS = 6;

    private final KeyValueStore store;
    private final String namespace;
    private final Isolation isolation;
    private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
    private final AtomicLong acknowledged = new AtomicLong();

    private History(KeyValueStore store, String namespace, Isolation isolation) {
        this.store = store;
        this.namespace = namespace;
        this.isolation = isolation;
    }

    /** A run, from its snapshot to what the store said. */
    private record Step(Commit commit, CommitResult result, long acknowledgedBefore) {}

    static History record(KeyValueStore store, String namespace, Isolation isolation, long seed) {
        History history = new History(store, namespace, isolation);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                running.add(threads.submit(() -> history.run(thread, new Random(seed + thread))));
            }
            for (Future<?> future : running) {
                future.get();
            }
        } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
            throw new AssertionError("a run failed", e);
        }
        return history;
    }

    private void run(int thread, Random random) {
        for (int i = 0; i < RUNS_PER_THREAD; i++) {
            long before = acknowledged.get();
            Snapshot snapshot = store.snapshot(namespace);
            if (random.nextInt(4) == 0) {
                LockSupport.parkNanos(random.nextInt(50_000));
            }
            Commit commit = change(snapshot, thread + "-" + i, random);
            CommitResult result = store.commit(commit);
            if (result instanceof Committed committed) {
                acknowledged.accumulateAndGet(committed.version(), Math::max);
            }
            steps.add(new Step(commit, result, before));
        }
    }

    private Commit change(Snapshot snapshot, String unique, Random random) {
        Map<String, String> puts = new HashMap<>();
        Set<String> deletes = new HashSet<>();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            String key = "k" + random.nextInt(KEYS);
            if (random.nextInt(4) == 0) {
                deletes.add(key);
            } else {
                puts.put(key, unique + "-" + i);
            }
        }
        deletes.removeAll(puts.keySet());
        return new Commit(snapshot, puts, deletes, isolation, Optional.empty());
    }

    void verify() {
        NavigableMap<Long, Step> commits = commitsByVersion();
        NavigableMap<Long, Map<String, String>> states = states(commits);
        assertThat(commits).as("acknowledged commits").hasSizeGreaterThan(RUNS_PER_THREAD / 2);
        for (Step step : steps) {
            Snapshot seen = step.commit().base();
            assertThat(seen.version())
                    .as("a snapshot holds what was acknowledged before it was taken")
                    .isGreaterThanOrEqualTo(step.acknowledgedBefore());
            assertThat(seen.entries())
                    .as("snapshot of version %s is that state, whole", seen.version())
                    .isEqualTo(states.floorEntry(seen.version()).getValue());
        }
        commits.forEach((version, step) -> verifyCommit(version, step, states));
        assertThat(store.snapshot(namespace).entries()).isEqualTo(states.lastEntry().getValue());
    }

    private NavigableMap<Long, Step> commitsByVersion() {
        NavigableMap<Long, Step> commits = new TreeMap<>();
        for (Step step : steps) {
            if (step.result() instanceof Committed committed) {
                assertThat(commits.put(committed.version(), step))
                        .as("two commits of version %s", committed.version())
                        .isNull();
            }
        }
        return commits;
    }

    private static NavigableMap<Long, Map<String, String>> states(
            NavigableMap<Long, Step> commits) {
        NavigableMap<Long, Map<String, String>> states = new TreeMap<>();
        Map<String, String> state = Map.of();
        states.put(0L, state);
        for (Map.Entry<Long, Step> commit : commits.entrySet()) {
            state = new HashMap<>(state);
            state.putAll(commit.getValue().commit().puts());
            state.keySet().removeAll(commit.getValue().commit().deletes());
            states.put(commit.getKey(), state);
        }
        return states;
    }

    private void verifyCommit(
            long version, Step step, NavigableMap<Long, Map<String, String>> states) {
        Commit commit = step.commit();
        Map.Entry<Long, Map<String, String>> previous =
                Objects.requireNonNull(states.lowerEntry(version));
        switch (isolation) {
            case SERIALIZABLE ->
                    assertThat(commit.base().version())
                            .as("commit %s saw all before it", version)
                            .isEqualTo(previous.getKey());
            case SNAPSHOT -> {
                Set<String> keys = new HashSet<>(commit.puts().keySet());
                keys.addAll(commit.deletes());
                for (String key : keys) {
                    assertThat(commit.base().entries().get(key))
                            .as("commit %s overwrote what it saw of %s", version, key)
                            .isEqualTo(previous.getValue().get(key));
                }
            }
        }
    }
}
