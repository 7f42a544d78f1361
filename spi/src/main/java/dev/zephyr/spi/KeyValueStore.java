// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

/**
 * A durable or volatile set of namespaces, each a map from string to string.
 *
 * <p>A worker's run takes one {@link #snapshot}, computes what it wants to change, and hands the
 * difference to {@link #commit}, which applies it atomically or reports a conflict. Thread-safe:
 * every method may be called from any thread, and may block unless {@link #answersFromMemory} is
 * true.
 *
 * <p>What an implementation owes:
 *
 * <ul>
 *   <li>A snapshot is one consistent state: it holds all of a commit or nothing of it.
 *   <li>A snapshot taken after a commit was acknowledged contains that commit, unless a later one
 *       overwrote it.
 *   <li>A commit is applied at most once, even if its acknowledgement was lost and the store has to
 *       find out by {@link Commit#token}.
 *   <li>Keys and values are any sequences of UTF-16 code units, including empty strings, U+0000 and
 *       lone surrogates; they come back as they were given.
 *   <li>No method throws for a conflict or a broken quota: those are {@link CommitResult}s.
 * </ul>
 */
public interface KeyValueStore extends AutoCloseable {

    /**
     * The present state of a namespace; an unknown namespace is empty.
     *
     * @throws KeyValueStoreException if the store can't be read
     */
    Snapshot snapshot(String namespace);

    /**
     * Applies a change if its precondition holds.
     *
     * @throws KeyValueStoreException if the outcome is failure, or can't be found out in time
     */
    CommitResult commit(Commit commit);

    /**
     * Whether {@link #snapshot} and {@link #commit} return without waiting for a disk or a network.
     */
    boolean answersFromMemory();

    /** Ends all work and frees what is held; what was acknowledged stays. May block. */
    @Override
    void close();
}
