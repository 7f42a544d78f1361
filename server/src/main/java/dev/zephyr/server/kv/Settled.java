// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import java.time.Duration;

/**
 * What became of a request to a worker with a namespace. Only {@link Done} has changed anything.
 *
 * @param <T> what a run answers
 */
public sealed interface Settled<T> {

    /** The run's changes and everything it saw are durable: answer with its result. */
    record Done<T>(T result) implements Settled<T> {}

    /**
     * The run wants more than the store takes.
     *
     * @param reason the limit that is broken
     */
    record OverQuota<T>(String reason) implements Settled<T> {}

    /**
     * The store can't answer now, or others kept changing the same keys.
     *
     * @param retryAfter when trying again may help
     */
    record Unavailable<T>(String reason, Duration retryAfter) implements Settled<T> {}

    /** Too much is waiting already. */
    record Rejected<T>() implements Settled<T> {}

    /** A defect of the store or the server. */
    record Failed<T>(String reason) implements Settled<T> {}
}
