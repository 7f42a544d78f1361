// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a run changed: the namespace it was given beside the one it handed back. Immutable.
 *
 * @param puts keys that are new or have another value
 * @param deletes keys that are no longer there
 */
record Difference(Map<String, String> puts, Set<String> deletes) {

    static final Difference NONE = new Difference(Map.of(), Set.of());

    /** As fast as comparing the two maps, and nothing is copied while they are equal. */
    static Difference between(Map<String, String> before, Map<String, String> after) {
        Map<String, String> puts = Map.of();
        int kept = 0;
        for (Map.Entry<String, String> entry : after.entrySet()) {
            String old = before.get(entry.getKey());
            if (old != null) {
                kept++;
            }
            if (!entry.getValue().equals(old)) {
                puts = puts.isEmpty() ? new HashMap<>() : puts;
                puts.put(entry.getKey(), entry.getValue());
            }
        }
        return new Difference(puts, kept == before.size() ? Set.of() : missing(before, after));
    }

    private static Set<String> missing(Map<String, String> before, Map<String, String> after) {
        Set<String> missing = new HashSet<>();
        for (String key : before.keySet()) {
            if (!after.containsKey(key)) {
                missing.add(key);
            }
        }
        return missing;
    }

    boolean isEmpty() {
        return puts.isEmpty() && deletes.isEmpty();
    }
}
