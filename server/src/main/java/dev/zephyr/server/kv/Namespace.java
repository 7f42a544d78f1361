// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.server.kv.Backing.Change;
import dev.zephyr.server.kv.Trie.Leaf;
import dev.zephyr.spi.Commit;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One namespace held in memory. Thread-safe: readers take the present state without a lock, changes
 * come one after the other.
 */
final class Namespace {

    private final String name;
    private final Backing backing;

    /** Written under this object's lock, read without; null until it is first used. */
    private volatile @Nullable Snapshot present;

    /** No state before this version is true any more. Guarded by this object's lock. */
    private long trueFromVersion;

    Namespace(String name, Backing backing) {
        this.name = name;
        this.backing = backing;
    }

    /**
     * The present state without what has expired.
     *
     * @param nowMillis milliseconds since 1970
     */
    Snapshot snapshot(long nowMillis) {
        Snapshot state = present;
        if (state != null && entries(state).firstExpiryMillis() > nowMillis) {
            return state;
        }
        synchronized (this) {
            return current(nowMillis);
        }
    }

    /** Applies a change if its precondition holds and the limits allow. */
    synchronized CommitResult commit(Commit commit, KeyValueLimits limits, long nowMillis) {
        Snapshot state = current(nowMillis);
        Entries before = entries(state);
        if (commit.base().version() < trueFromVersion || isConflict(commit, state)) {
            return new CommitResult.Conflict();
        }
        long version = state.version() + 1;
        List<Leaf> puts = entriesToPut(commit, version, nowMillis);
        Entries after = before;
        for (Leaf put : puts) {
            after = after.with(put);
        }
        for (String key : commit.deletes()) {
            after = after.without(key);
        }
        boolean grows = after.size() > before.size() || after.bytes() > before.bytes();
        String refusal = grows ? limits.refusal(after.size(), after.bytes()) : null;
        if (refusal != null) {
            return new CommitResult.OverQuota(refusal);
        }
        CompletionStage<Void> durable =
                backing.append(new Change(name, version, puts, commit.deletes(), this::forget));
        present = new Snapshot(name, version, after, durable);
        return new CommitResult.Committed(version, durable);
    }

    private static boolean isConflict(Commit commit, Snapshot state) {
        Snapshot base = commit.base();
        if (base.version() == state.version()) {
            return false;
        }
        if (commit.isolation() == Commit.Isolation.SERIALIZABLE) {
            return true;
        }
        Entries entries = entries(state);
        for (String key : commit.puts().keySet()) {
            if (isChanged(key, base, entries)) {
                return true;
            }
        }
        for (String key : commit.deletes()) {
            if (isChanged(key, base, entries)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isChanged(String key, Snapshot base, Entries entries) {
        Leaf entry = entries.find(key);
        return entry == null ? base.entries().containsKey(key) : entry.version > base.version();
    }

    private static List<Leaf> entriesToPut(Commit commit, long version, long nowMillis) {
        long expiresMillis =
                commit.timeToLive().map(ttl -> nowMillis + ttl.toMillis()).orElse(Long.MAX_VALUE);
        List<Leaf> puts = new ArrayList<>(commit.puts().size());
        commit.puts()
                .forEach((key, value) -> {
                    int bytes = KeyValueLimits.bytes(key) + KeyValueLimits.bytes(value);
                    puts.add(new Leaf(key, value, version, expiresMillis, bytes));
                });
        return puts;
    }

    /** Loaded and without what has expired. Called under the lock. */
    private Snapshot current(long nowMillis) {
        Snapshot state = present;
        if (state == null) {
            state = loaded();
            present = state;
        }
        return entries(state).firstExpiryMillis() > nowMillis ? state : expire(state, nowMillis);
    }

    private Snapshot loaded() {
        Snapshot state = backing.load(name);
        return state.version() >= trueFromVersion
                ? state
                : new Snapshot(name, trueFromVersion, state.entries(), state.durable());
    }

    /** What is in memory is not what was kept: runs that saw it conflict, the next one loads. */
    private synchronized void forget() {
        Snapshot state = present;
        if (state != null) {
            trueFromVersion = state.version() + 1;
            present = null;
        }
    }

    /** Expired entries are removed by a change of its own, so that runs that saw them conflict. */
    private Snapshot expire(Snapshot state, long nowMillis) {
        Entries before = entries(state);
        Entries living = before.livingAt(nowMillis);
        List<String> gone = new ArrayList<>();
        before.forEach((key, _) -> {
            if (living.find(key) == null) {
                gone.add(key);
            }
        });
        Snapshot after =
                gone.isEmpty()
                        ? new Snapshot(name, state.version(), living, state.durable())
                        : removed(gone, living, state);
        present = after;
        return after;
    }

    /** A crash undoes no expiry, so nobody has to wait for its being durable. */
    private Snapshot removed(List<String> gone, Entries living, Snapshot state) {
        long version = state.version() + 1;
        try {
            backing.append(new Change(name, version, List.of(), gone, this::forget));
        } catch (KeyValueStoreException e) {
            // Reading goes on when nothing can be written any more: they expire again when loaded.
            return new Snapshot(name, version, living, state.durable());
        }
        return new Snapshot(name, version, living, state.durable());
    }

    private static Entries entries(Snapshot state) {
        return (Entries) state.entries();
    }
}
