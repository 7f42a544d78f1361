// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

/**
 * What a {@link Transactor} has done since it started. Immutable.
 *
 * @param attempts runs of a worker, repeated ones too
 * @param commits changes that were applied
 * @param conflicts changes that were refused because others came first
 * @param reruns attempts after the first of a request
 * @param laneEntries times that a namespace began to take its requests one after the other
 * @param overQuota changes that were refused by a limit
 * @param unavailable requests that the store could not serve
 */
public record TransactorStats(
        long attempts,
        long commits,
        long conflicts,
        long reruns,
        long laneEntries,
        long overQuota,
        long unavailable) {}
