// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.Commit.Isolation;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.Snapshot;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** Changes what is in a store, as workers do. Confined to the main thread. */
final class Writing {

    /** Workers that write the same keys may be faster, but not for ever. */
    private static final int ATTEMPTS_MAX = 100;

    private final KeyValueStore store;

    Writing(KeyValueStore store) {
        this.store = store;
    }

    KvOutcome set(String namespace, String key, String value) {
        return put(namespace, Map.of(key, value));
    }

    /** Atomically; returns when it is durable. */
    KvOutcome put(String namespace, Map<String, String> puts) {
        for (int i = 0; i < ATTEMPTS_MAX; i++) {
            Snapshot base = store.snapshot(namespace);
            Optional<KvOutcome> outcome = commit(base, puts, Set.of());
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        return tooManyConflicts();
    }

    KvOutcome delete(String namespace, String key) {
        for (int i = 0; i < ATTEMPTS_MAX; i++) {
            Snapshot base = store.snapshot(namespace);
            if (!base.entries().containsKey(key)) {
                return noSuchKey(namespace, key);
            }
            Optional<KvOutcome> outcome = commit(base, Map.of(), Set.of(key));
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        return tooManyConflicts();
    }

    static KvOutcome noSuchKey(String namespace, String key) {
        return new KvOutcome.Failed(
                "no key " + Shown.of(key) + " in namespace " + Shown.of(namespace));
    }

    private static KvOutcome tooManyConflicts() {
        return new KvOutcome.Failed("workers keep changing the same keys; try again");
    }

    /** Empty: somebody was faster. */
    private Optional<KvOutcome> commit(
            Snapshot base, Map<String, String> puts, Set<String> deletes) {
        Commit commit = new Commit(base, puts, deletes, Isolation.SNAPSHOT, Optional.empty());
        return switch (store.commit(commit)) {
            case CommitResult.Conflict() -> Optional.empty();
            case CommitResult.OverQuota(String reason) -> Optional.of(new KvOutcome.Failed(reason));
            case CommitResult.Committed committed -> {
                await(committed);
                yield Optional.of(KvOutcome.Done.SILENT);
            }
        };
    }

    private static void await(CommitResult.Committed committed) {
        try {
            committed.durable().toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof KeyValueStoreException cause ? cause : e;
        }
    }
}
