// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.util.function.IntSupplier;

/**
 * The queue before the threads that run workers. Thread-safe.
 *
 * @param queued requests that wait, read at each scrape
 */
record QueueMetrics(IntSupplier queued) implements MetricSource {

    @Override
    public void writeTo(Exposition out) {
        out.family(WorkerMetric.WORKER_QUEUED);
        out.sample(queued.getAsInt());
    }
}
