// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.kv.TransactorStats;
import java.util.function.Supplier;

/**
 * What the transactor has counted. Thread-safe.
 *
 * @param stats read at each scrape
 */
record KeyValueMetrics(Supplier<TransactorStats> stats) implements MetricSource {

    @Override
    public void writeTo(Exposition out) {
        TransactorStats now = stats.get();
        out.family(WorkerMetric.KV_ATTEMPTS);
        out.sample(now.attempts());
        out.family(WorkerMetric.KV_COMMITS);
        out.sample(now.commits());
        out.family(WorkerMetric.KV_CONFLICTS);
        out.sample(now.conflicts());
        out.family(WorkerMetric.KV_RERUNS);
        out.sample(now.reruns());
        out.family(WorkerMetric.KV_LANE_ENTRIES);
        out.sample(now.laneEntries());
        out.family(WorkerMetric.KV_OVER_QUOTA);
        out.sample(now.overQuota());
        out.family(WorkerMetric.KV_UNAVAILABLE);
        out.sample(now.unavailable());
    }
}
