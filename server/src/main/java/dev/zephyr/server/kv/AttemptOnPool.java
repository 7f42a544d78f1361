// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.Snapshot;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Hands an attempt to the pool while the calling virtual thread waits. Thread-safe. */
record AttemptOnPool<T>(Attempt<T> attempt, Executor pool) implements Attempt<T> {

    /**
     * {@inheritDoc}
     *
     * @throws java.util.concurrent.RejectedExecutionException if the pool is full
     * @throws java.util.concurrent.CompletionException with what the attempt threw
     */
    @Override
    public Attempted<T> attempt(Snapshot snapshot) {
        return CompletableFuture.supplyAsync(() -> attempt.attempt(snapshot), pool).join();
    }
}
