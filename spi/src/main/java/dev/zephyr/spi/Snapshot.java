// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One consistent state of a namespace. Immutable.
 *
 * @param namespace the namespace that was read
 * @param version the store's number of this state, equal for equal states of one namespace; larger
 *     is later
 * @param entries keys and values, not to be changed by anybody
 * @param durable completes when this state survives a crash of the store, or fails with a {@link
 *     KeyValueStoreException}: an answer that rests on this state is held until then
 */
public record Snapshot(
        String namespace,
        long version,
        Map<String, String> entries,
        CompletionStage<Void> durable) {

    /** For states that are as durable as they will ever be. */
    public static final CompletionStage<Void> SETTLED = CompletableFuture.completedStage(null);

    /** A state that is as durable as it will ever be. */
    public Snapshot(String namespace, long version, Map<String, String> entries) {
        this(namespace, version, entries, SETTLED);
    }
}
