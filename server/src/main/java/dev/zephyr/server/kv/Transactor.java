// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.server.config.WorkerConfig.KeyValue;
import dev.zephyr.spi.KeyValueStore;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Runs requests over namespaces so that no acknowledged change is ever lost: snapshot, attempt,
 * difference, conditional commit, and once more from the start if somebody else was faster.
 * Thread-safe.
 *
 * <p>Runs of one namespace go side by side while they rarely meet. When they meet often they go
 * through the namespace's {@link Lane}, one after the other, which costs no lost runs.
 *
 * <p>Over a store that answers from memory a request stays on one thread of the pool. Over another
 * one a virtual thread waits for the store, and only the attempt takes a thread of the pool.
 */
public final class Transactor {

    private final KeyValueStore store;
    private final TransactorLimits limits;
    private final TransactorCounters counters = new TransactorCounters();

    /** One per namespace that a worker names; never more than there are workers. */
    private final ConcurrentMap<String, Lane> lanes = new ConcurrentHashMap<>();

    /** Requests that wait for a store that does not answer from memory. */
    private final Semaphore places;

    public Transactor(KeyValueStore store, TransactorLimits limits) {
        this.store = store;
        this.limits = limits;
        this.places = new Semaphore(limits.waitingForStoreMax());
    }

    /**
     * Runs a request.
     *
     * @param pool runs attempts; it may refuse by {@link RejectedExecutionException}
     * @param done called exactly once, from any thread, also from within this method; must not
     *     block or throw
     */
    public <T> void execute(
            KeyValue config, Executor pool, Attempt<T> attempt, Consumer<Settled<T>> done) {
        if (store.answersFromMemory()) {
            start(new Run<>(over(config), pool, attempt, done));
        } else if (places.tryAcquire()) {
            Attempt<T> onPool = new AttemptOnPool<>(attempt, pool);
            Consumer<Settled<T>> leaving =
                    settled -> {
                        places.release();
                        done.accept(settled);
                    };
            start(new Run<>(over(config), Transactor::onVirtualThread, onPool, leaving));
        } else {
            done.accept(new Settled.Rejected<>());
        }
    }

    /** What has happened so far. */
    public TransactorStats stats() {
        return counters.stats();
    }

    private Run.Context over(KeyValue config) {
        Lane lane = lanes.computeIfAbsent(config.namespace(), _ -> newLane());
        return new Run.Context(store, config, lane, counters, limits);
    }

    private Lane newLane() {
        return new Lane(limits.laneWaitingMax(), counters);
    }

    private static void start(Run<?> run) {
        if (run.lane().isHot()) {
            run.lane().enter(run);
            return;
        }
        try {
            run.carrier().execute(run::sideBySide);
        } catch (RejectedExecutionException e) {
            run.reject();
        }
    }

    private static void onVirtualThread(Runnable task) {
        Thread.ofVirtual().name("kv").start(task);
    }
}
