// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.Snapshot;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A store that answers from memory; a {@link Backing} keeps what must outlive the process.
 * Thread-safe.
 */
final class ResidentStore implements KeyValueStore {

    private final ConcurrentMap<String, Namespace> namespaces = new ConcurrentHashMap<>();
    private final Backing backing;
    private final KeyValueLimits limits;
    private final InstantSource clock;

    ResidentStore(Backing backing, KeyValueLimits limits, InstantSource clock) {
        this.backing = backing;
        this.limits = limits;
        this.clock = clock;
        backing.namespaces().forEach(name -> namespaces.put(name, new Namespace(name, backing)));
    }

    @Override
    public Snapshot snapshot(String name) {
        Namespace namespace = namespaces.get(name);
        return namespace == null
                ? new Snapshot(name, 0, Entries.EMPTY)
                : namespace.snapshot(clock.millis());
    }

    @Override
    public CommitResult commit(Commit commit) {
        String refusal = limits.refusal(commit.puts());
        if (refusal != null) {
            return new CommitResult.OverQuota(refusal);
        }
        Namespace namespace = namespaces.get(commit.namespace());
        return namespace == null
                ? commitFirst(commit)
                : namespace.commit(commit, limits, clock.millis());
    }

    /** One at a time, so that the number of namespaces is exact. */
    private synchronized CommitResult commitFirst(Commit commit) {
        Namespace namespace = namespaces.get(commit.namespace());
        if (namespace == null) {
            String refusal = limits.refusalOfNamespace(namespaces.size());
            if (refusal != null) {
                return new CommitResult.OverQuota(refusal);
            }
            namespace = new Namespace(commit.namespace(), backing);
            CommitResult result = namespace.commit(commit, limits, clock.millis());
            if (result instanceof CommitResult.Committed) {
                namespaces.put(commit.namespace(), namespace);
            }
            return result;
        }
        return namespace.commit(commit, limits, clock.millis());
    }

    @Override
    public List<String> namespaces() {
        return namespaces.keySet().stream().sorted().toList();
    }

    @Override
    public boolean answersFromMemory() {
        return true;
    }

    @Override
    public String trouble() {
        return backing.trouble();
    }

    @Override
    public void close() {
        backing.close();
    }
}
