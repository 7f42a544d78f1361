// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.server.kv.Trie.Branch;
import dev.zephyr.server.kv.Trie.Collision;
import dev.zephyr.server.kv.Trie.Leaf;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The keys and values of one state of a namespace. The state after a change shares all but a few
 * nodes with it, so taking a snapshot copies nothing. Immutable.
 */
final class Entries extends AbstractMap<String, String> {

    static final Entries EMPTY = new Entries(null, 0, 0, Long.MAX_VALUE);

    private final @Nullable Trie root;
    private final int size;
    private final long bytes;
    private final long firstExpiryMillis;

    private Entries(@Nullable Trie root, int size, long bytes, long firstExpiryMillis) {
        this.root = root;
        this.size = size;
        this.bytes = bytes;
        this.firstExpiryMillis = firstExpiryMillis;
    }

    /** What the entries count for in the limits. */
    long bytes() {
        return bytes;
    }

    /** No entry expires before this time, in milliseconds since 1970. */
    long firstExpiryMillis() {
        return firstExpiryMillis;
    }

    @Nullable Leaf find(String key) {
        return Trie.find(root, key);
    }

    /** These and one more, in place of one of the same key. */
    Entries with(Leaf entry) {
        Leaf old = find(entry.key);
        return new Entries(
                Trie.with(root, entry, 0),
                old == null ? size + 1 : size,
                bytes + entry.bytes - (old == null ? 0 : old.bytes),
                Math.min(firstExpiryMillis, entry.expiresMillis));
    }

    /** These but the one of a key, if there is one. */
    Entries without(String key) {
        Leaf old = find(key);
        if (old == null || root == null) {
            return this;
        }
        Trie rest = Trie.without(root, key, Trie.hash(key), 0);
        return rest == null
                ? EMPTY
                : new Entries(rest, size - 1, bytes - old.bytes, firstExpiryMillis);
    }

    /** Those that live at a time, in milliseconds since 1970. */
    Entries livingAt(long nowMillis) {
        Entries living = this;
        long firstExpiry = Long.MAX_VALUE;
        for (Iterator<Leaf> all = new Walk(root); all.hasNext(); ) {
            Leaf entry = all.next();
            if (entry.expiresMillis <= nowMillis) {
                living = living.without(entry.key);
            } else {
                firstExpiry = Math.min(firstExpiry, entry.expiresMillis);
            }
        }
        return new Entries(living.root, living.size, living.bytes, firstExpiry);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public @Nullable String get(@Nullable Object key) {
        Leaf entry = key instanceof String text ? find(text) : null;
        return entry == null ? null : entry.value;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String text && find(text) != null;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super String> action) {
        forEach(root, action);
    }

    private static void forEach(
            @Nullable Trie trie, BiConsumer<? super String, ? super String> action) {
        switch (trie) {
            case null -> {}
            case Leaf entry -> action.accept(entry.key, entry.value);
            case Collision collision -> {
                for (Leaf entry : collision.entries) {
                    action.accept(entry.key, entry.value);
                }
            }
            case Branch branch -> {
                for (Trie child : branch.children) {
                    forEach(child, action);
                }
            }
        }
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            @SuppressWarnings("unchecked") // an iterator only hands out, and an Leaf is a Map.Entry
            public Iterator<Map.Entry<String, String>> iterator() {
                return (Iterator<Map.Entry<String, String>>) (Iterator<?>) new Walk(root);
            }
        };
    }

    /** Every entry once, in the order of hashes. Confined to one thread. */
    private static final class Walk implements Iterator<Leaf> {

        /** What is still to be visited; at most 31 nodes for each of seven levels. */
        private final Deque<Trie> ahead = new ArrayDeque<>();

        private Walk(@Nullable Trie root) {
            if (root != null) {
                ahead.push(root);
            }
        }

        @Override
        public boolean hasNext() {
            return !ahead.isEmpty();
        }

        @Override
        public Leaf next() {
            while (true) {
                Trie next = ahead.poll();
                switch (next) {
                    case null -> throw new NoSuchElementException();
                    case Leaf entry -> {
                        return entry;
                    }
                    case Collision collision -> pushAll(collision.entries);
                    case Branch branch -> pushAll(branch.children);
                }
            }
        }

        private void pushAll(Trie[] nodes) {
            for (int i = nodes.length - 1; i >= 0; i--) {
                ahead.push(nodes[i]);
            }
        }
    }
}
