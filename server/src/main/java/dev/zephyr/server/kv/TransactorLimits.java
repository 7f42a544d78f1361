// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import java.time.Duration;

/**
 * How much may wait for a namespace. Immutable.
 *
 * @param laneWaitingMax requests that wait in one lane; more are rejected
 * @param waitingForStoreMax requests that wait for a store that is away from memory; more are
 *     rejected
 * @param patience after this time a request is not run (again), it is answered as unavailable
 */
public record TransactorLimits(int laneWaitingMax, int waitingForStoreMax, Duration patience) {

    /** The defaults, listed with their reasons in {@code docs/limits.md}. */
    public static final TransactorLimits DEFAULT =
            new TransactorLimits(1024, 4096, Duration.ofSeconds(30));
}
