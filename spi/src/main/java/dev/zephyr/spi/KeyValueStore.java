// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.util.List;

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
 *   <li>A commit is applied at most once. If its acknowledgement is lost on the way, the store
 *       finds out by itself what became of it before it answers.
 *   <li>Keys and values are any sequences of UTF-16 code units, including empty strings, U+0000 and
 *       lone surrogates; they come back as they were given. So do names of namespaces.
 *   <li>An entry whose time to live has passed is in no later snapshot.
 *   <li>{@link KeyValueLimits} hold after every commit.
 *   <li>No method throws for a conflict or a broken limit: those are {@link CommitResult}s.
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
     * @throws KeyValueStoreException if the change was not applied because the store can't, or if
     *     what became of it can't be found out in time
     */
    CommitResult commit(Commit commit);

    /**
     * The namespaces that were ever written, sorted. For people and their tools: its cost grows
     * with their number.
     *
     * @throws KeyValueStoreException if the store can't be read
     */
    List<String> namespaces();

    /**
     * Whether {@link #snapshot} and {@link #commit} return without waiting for a network; reading a
     * namespace for the first time may wait for a local disk.
     */
    boolean answersFromMemory();

    /**
     * Why the store would refuse a commit now, empty if it would not; asked by health checks, so it
     * answers from what is known and never blocks.
     */
    default String trouble() {
        return "";
    }

    /** Ends all work and frees what is held; what was acknowledged stays. May block. */
    @Override
    void close();
}
