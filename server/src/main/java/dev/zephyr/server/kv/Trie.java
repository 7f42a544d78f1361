// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A hash array mapped trie (Bagwell 2001): changing one entry copies the few nodes on its path and
 * shares the rest with the state before. Five bits of the hash choose the child at each level.
 * Immutable.
 *
 * <p>Clients may choose keys, and equal hash codes are easy to make: entries with the same hash are
 * kept sorted, so that finding one stays logarithmic.
 */
sealed interface Trie {

    /** Bits of the hash that one level looks at. */
    int LEVEL_BITS = 5;

    /** The trie with an entry, in place of one of the same key. */
    static Trie with(@Nullable Trie trie, Leaf entry, int shift) {
        return switch (trie) {
            case null -> entry;
            case Leaf other when other.key.equals(entry.key) -> entry;
            case Leaf other -> join(other, other.hash, entry, shift);
            case Collision same when same.hash == entry.hash -> same.with(entry);
            case Collision other -> join(other, other.hash, entry, shift);
            case Branch branch -> branch.with(entry, shift);
        };
    }

    /** The trie without a key that is in it; null if nothing is left. */
    static @Nullable Trie without(Trie trie, String key, int hash, int shift) {
        return switch (trie) {
            case Leaf _ -> null;
            case Collision collision -> collision.without(key);
            case Branch branch -> branch.without(key, hash, shift);
        };
    }

    static @Nullable Leaf find(@Nullable Trie trie, String key) {
        int hash = hash(key);
        int rest = hash;
        Trie at = trie;
        while (at instanceof Branch branch) {
            at = branch.child(rest);
            rest >>>= LEVEL_BITS;
        }
        return switch (at) {
            case Leaf entry when entry.hash == hash && entry.key.equals(key) -> entry;
            case Collision collision when collision.hash == hash -> collision.find(key);
            case null, default -> null;
        };
    }

    /** Spreads the upper bits, which {@link String#hashCode} fills last, over the lower ones. */
    static int hash(String key) {
        int h = key.hashCode();
        return h ^ (h >>> 15);
    }

    private static Trie join(Trie one, int hash, Leaf two, int shift) {
        if (hash == two.hash) {
            return new Collision(hash, new Leaf[] {(Leaf) one}).with(two);
        }
        int bitOne = 1 << ((hash >>> shift) & 31);
        int bitTwo = 1 << ((two.hash >>> shift) & 31);
        if (bitOne == bitTwo) {
            return new Branch(bitOne, new Trie[] {join(one, hash, two, shift + LEVEL_BITS)});
        }
        boolean oneFirst = Integer.compareUnsigned(bitOne, bitTwo) < 0;
        return new Branch(
                bitOne | bitTwo, oneFirst ? new Trie[] {one, two} : new Trie[] {two, one});
    }

    /** One key with its value, which was put by the commit that made {@code version}. */
    final class Leaf implements Trie, Map.Entry<String, String> {

        final String key;
        final String value;
        final long version;

        /** Milliseconds since 1970 at which it is gone; {@link Long#MAX_VALUE}: never. */
        final long expiresMillis;

        /** What it counts for in the limits. */
        final int bytes;

        private final int hash;

        Leaf(String key, String value, long version, long expiresMillis, int bytes) {
            this.key = key;
            this.value = value;
            this.version = version;
            this.expiresMillis = expiresMillis;
            this.bytes = bytes;
            this.hash = hash(key);
        }

        @Override
        public String getKey() {
            return key;
        }

        @Override
        public String getValue() {
            return value;
        }

        @Override
        public String setValue(String value) {
            throw new UnsupportedOperationException("a snapshot is not to be changed");
        }

        @Override
        public int hashCode() {
            return key.hashCode() ^ value.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Map.Entry<?, ?> entry
                    && key.equals(entry.getKey())
                    && value.equals(entry.getValue());
        }

        @Override
        public String toString() {
            return key + "=" + value;
        }
    }

    /** Entries whose keys differ while their hashes do not, sorted by key. */
    final class Collision implements Trie {

        final Leaf[] entries;
        private final int hash;

        Collision(int hash, Leaf[] entries) {
            this.hash = hash;
            this.entries = entries;
        }

        @Nullable Leaf find(String key) {
            int index = index(key);
            return index >= 0 ? entries[index] : null;
        }

        Collision with(Leaf entry) {
            int index = index(entry.key);
            if (index >= 0) {
                Leaf[] copy = entries.clone();
                copy[index] = entry;
                return new Collision(hash, copy);
            }
            int at = -index - 1;
            Leaf[] copy = Arrays.copyOf(entries, entries.length + 1);
            System.arraycopy(entries, at, copy, at + 1, entries.length - at);
            copy[at] = entry;
            return new Collision(hash, copy);
        }

        Trie without(String key) {
            int at = index(key);
            if (entries.length == 2) {
                return entries[1 - at];
            }
            Leaf[] copy = Arrays.copyOf(entries, entries.length - 1);
            System.arraycopy(entries, at + 1, copy, at, copy.length - at);
            return new Collision(hash, copy);
        }

        /** Where the key is, or {@code -(where it belongs) - 1}. */
        private int index(String key) {
            int low = 0;
            int high = entries.length - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = entries[middle].key.compareTo(key);
                if (order == 0) {
                    return middle;
                }
                if (order < 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return -low - 1;
        }
    }

    /** Up to 32 children, those that exist side by side, one bit of the map for each. */
    final class Branch implements Trie {

        final Trie[] children;
        private final int map;

        Branch(int map, Trie[] children) {
            this.map = map;
            this.children = children;
        }

        @Nullable Trie child(int rest) {
            int bit = 1 << (rest & 31);
            return (map & bit) == 0 ? null : children[index(bit)];
        }

        Branch with(Leaf entry, int shift) {
            int bit = 1 << ((entry.hash >>> shift) & 31);
            int at = index(bit);
            if ((map & bit) != 0) {
                return replaced(at, Trie.with(children[at], entry, shift + LEVEL_BITS));
            }
            Trie[] copy = Arrays.copyOf(children, children.length + 1);
            System.arraycopy(children, at, copy, at + 1, children.length - at);
            copy[at] = entry;
            return new Branch(map | bit, copy);
        }

        @Nullable Trie without(String key, int hash, int shift) {
            int bit = 1 << ((hash >>> shift) & 31);
            int at = index(bit);
            Trie child = Trie.without(children[at], key, hash, shift + LEVEL_BITS);
            if (child != null) {
                boolean onlyEntry = children.length == 1 && !(child instanceof Branch);
                return onlyEntry ? child : replaced(at, child);
            }
            if (children.length == 1) {
                return null;
            }
            if (children.length == 2 && !(children[1 - at] instanceof Branch)) {
                return children[1 - at];
            }
            Trie[] copy = Arrays.copyOf(children, children.length - 1);
            System.arraycopy(children, at + 1, copy, at, copy.length - at);
            return new Branch(map ^ bit, copy);
        }

        private Branch replaced(int at, Trie child) {
            Trie[] copy = children.clone();
            copy[at] = child;
            return new Branch(map, copy);
        }

        private int index(int bit) {
            return Integer.bitCount(map & (bit - 1));
        }
    }
}
