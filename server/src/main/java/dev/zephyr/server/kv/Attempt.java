// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.Snapshot;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run over one state of a namespace. It may be called several times for one request, each time
 * with a later state, but never twice at once.
 *
 * @param <T> what the run answers
 */
@FunctionalInterface
public interface Attempt<T> {

    /** Runs on the calling thread. What it throws fails the request, not the server. */
    Attempted<T> attempt(Snapshot snapshot);

    /**
     * How a run ended.
     *
     * @param after the whole namespace as the run wants it; null: as it was
     */
    record Attempted<T>(T result, @Nullable Map<String, String> after) {}
}
