// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import java.util.concurrent.atomic.LongAdder;

/** The counters behind {@link TransactorStats}. Thread-safe. */
final class TransactorCounters {

    final LongAdder attempts = new LongAdder();
    final LongAdder commits = new LongAdder();
    final LongAdder conflicts = new LongAdder();
    final LongAdder reruns = new LongAdder();
    final LongAdder laneEntries = new LongAdder();
    final LongAdder overQuota = new LongAdder();
    final LongAdder unavailable = new LongAdder();

    TransactorStats stats() {
        return new TransactorStats(
                attempts.sum(),
                commits.sum(),
                conflicts.sum(),
                reruns.sum(),
                laneEntries.sum(),
                overQuota.sum(),
                unavailable.sum());
    }
}
