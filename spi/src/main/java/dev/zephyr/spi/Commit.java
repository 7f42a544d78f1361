// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one run wants to change, against the state that it saw. Immutable.
 *
 * @param base the state that the run was given
 * @param puts keys to set, with their values; not to be changed by anybody
 * @param deletes keys to remove, disjoint from {@code puts}; not to be changed by anybody
 * @param isolation which changes of others since {@code base} are a conflict
 * @param timeToLive how long what is put lives; empty: for ever
 */
public record Commit(
        Snapshot base,
        Map<String, String> puts,
        Set<String> deletes,
        Isolation isolation,
        Optional<Duration> timeToLive) {

    /** Which changes that others made since the snapshot keep a commit from being applied. */
    public enum Isolation {
        /**
         * A key of this commit is not as it was in the snapshot: written since, removed since, or
         * there where it was absent. The first committer wins.
         */
        SNAPSHOT,
        /** Any change in the namespace. */
        SERIALIZABLE
    }

    /** The namespace that is changed. */
    public String namespace() {
        return base.namespace();
    }
}
