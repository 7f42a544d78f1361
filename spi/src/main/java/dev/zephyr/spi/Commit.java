// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What one run wants to change, against the state that it saw. Immutable.
 *
 * @param base the state that the run was given
 * @param puts keys to set, with their values
 * @param deletes keys to remove; disjoint from {@code puts}
 * @param isolation which changes of others since {@code base} are a conflict
 * @param token names this commit: the same token is applied at most once
 */
public record Commit(
        Snapshot base,
        Map<String, String> puts,
        Set<String> deletes,
        Isolation isolation,
        UUID token) {

    /** Which changes that others made since the snapshot keep a commit from being applied. */
    public enum Isolation {
        /** A change of a key that this commit changes too: the first committer wins. */
        SNAPSHOT,
        /** Any change in the namespace. */
        SERIALIZABLE
    }

    public Commit {
        puts = Map.copyOf(puts);
        deletes = Set.copyOf(deletes);
    }
}
