// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.worker.WorkerObserver;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Counts what happens to workers, in a shard per worker and thread that runs it. Thread-safe. */
final class WorkerMetrics implements WorkerObserver, MetricSource {

    private static final String ROUTE = "route";

    private final List<WorkerCounters> workers;

    /**
     * Counters that are all zero.
     *
     * @param routes of the workers, by their numbers
     * @param threads that run workers
     */
    WorkerMetrics(List<String> routes, int threads) {
        workers = routes.stream().map(route -> new WorkerCounters(route, threads)).toList();
    }

    @Override
    public void ran(int thread, int worker, Run run) {
        workers.get(worker).ran(thread, run);
    }

    @Override
    public void rejected(int worker) {
        workers.get(worker).rejected();
    }

    @Override
    public void storeFailed(int worker) {
        workers.get(worker).storeFailed();
    }

    @Override
    public void compiled(int worker, Duration time, boolean cached) {
        workers.get(worker).compiled(time, cached);
    }

    @Override
    public void writeTo(Exposition out) {
        List<WorkerCounters.View> views = workers.stream().map(WorkerCounters::view).toList();
        out.family(WorkerMetric.WORKER_RUNS);
        views.forEach(view -> runs(out, view));
        out.family(WorkerMetric.WORKER_RUN_DURATION);
        for (WorkerCounters.View view : views) {
            if (view.hasRun()) {
                out.durations(view.runs(), ROUTE, view.route());
            }
        }
        out.family(WorkerMetric.WORKER_QUEUE_DURATION);
        for (WorkerCounters.View view : views) {
            if (view.hasRun()) {
                out.durations(view.queue(), ROUTE, view.route());
            }
        }
        out.family(WorkerMetric.WORKER_MEMORY);
        views.forEach(view -> out.sample(view.memoryBytesMax(), ROUTE, view.route()));
        out.family(WorkerMetric.WORKER_ERRORS);
        views.forEach(view -> out.sample(view.stderrBytes(), ROUTE, view.route()));
        code(out, views);
    }

    private static void code(Exposition out, List<WorkerCounters.View> views) {
        out.family(WorkerMetric.WORKER_COMPILE_DURATION);
        for (WorkerCounters.View view : views) {
            WorkerCounters.Code code = view.code();
            if (code != null) {
                out.seconds(code.compileTime().toNanos(), ROUTE, view.route());
            }
        }
        out.family(WorkerMetric.WORKER_FROM_CACHE);
        for (WorkerCounters.View view : views) {
            WorkerCounters.Code code = view.code();
            if (code != null) {
                out.sample(code.cached() ? 1 : 0, ROUTE, view.route());
            }
        }
    }

    /** Failures that never happened are left out, as they are most of the table. */
    private static void runs(Exposition out, WorkerCounters.View view) {
        for (End end : End.values()) {
            outcome(out, view, end.name().toLowerCase(Locale.ROOT), view.ended(end));
        }
        outcome(out, view, "rejected", view.rejected());
        outcome(out, view, "store", view.storeFailed());
    }

    private static void outcome(Exposition out, WorkerCounters.View view, String name, long count) {
        if (count > 0 || name.equals("ok")) {
            out.sample(count, ROUTE, view.route(), "outcome", name);
        }
    }
}
