// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.server.kv.Trie.Leaf;
import dev.zephyr.spi.Snapshot;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Where namespaces that are held in memory come from and are kept. Thread-safe. */
interface Backing {

    /** Nothing is kept. */
    Backing NONE =
            new Backing() {
                @Override
                public List<String> namespaces() {
                    return List.of();
                }

                @Override
                public Snapshot load(String namespace) {
                    return new Snapshot(namespace, 0, Entries.EMPTY);
                }

                @Override
                public CompletionStage<Void> append(Change change) {
                    return Snapshot.SETTLED;
                }

                @Override
                public String trouble() {
                    return "";
                }

                @Override
                public void close() {}
            };

    /** What is kept, in any order. Called once, before anything else. */
    List<String> namespaces();

    /**
     * Reads a namespace as its last change left it; its entries are {@link Entries}. May block.
     *
     * @throws dev.zephyr.spi.KeyValueStoreException if it can't be read
     */
    Snapshot load(String namespace);

    /**
     * Takes a change to be kept, or says by the stage that it could not: then {@link Change#forget}
     * was called before. The changes of one namespace come one after the other, in the order of
     * their versions. Does not wait for a disk.
     *
     * @return completes when the change and all before it survive a crash
     * @throws dev.zephyr.spi.KeyValueStoreException if no more changes are taken; then this one
     *     never happened
     */
    CompletionStage<Void> append(Change change);

    /** Why changes are not taken any more; empty if they are. */
    String trouble();

    /** Keeps what was taken and ends. May block. */
    void close();

    /**
     * One step of a namespace. Immutable.
     *
     * @param version the namespace's version after it
     * @param forget drops the namespace from memory; called if the change could not be kept
     */
    record Change(
            String namespace,
            long version,
            List<Leaf> puts,
            Collection<String> deletes,
            Runnable forget) {}
}
