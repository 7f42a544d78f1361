// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

/** What is counted about workers and their data. Immutable. */
enum WorkerMetric implements Metric {
    WORKER_RUNS(
            "wws_worker_runs",
            Type.COUNTER,
            Unit.NONE,
            "Runs of a worker by outcome; rejected and store: the request was not run or its"
                    + " change not kept.",
            "trap, exit, bad_answer: a defect of the worker, see the log; timeout, memory, output:"
                    + " a limit; rejected: too few --threads."),
    WORKER_RUN_DURATION(
            "wws_worker_run_duration",
            Type.HISTOGRAM,
            Unit.SECONDS,
            "How long runs of a worker took.",
            "The worker does more, or waits for processor time: see process_cpu_seconds_total."),
    WORKER_QUEUE_DURATION(
            "wws_worker_queue_duration",
            Type.HISTOGRAM,
            Unit.SECONDS,
            "How long requests waited for a thread that runs workers.",
            "More --threads if there are processors, else more machines."),
    WORKER_QUEUED(
            "wws_worker_queued",
            Type.GAUGE,
            Unit.NONE,
            "Requests that wait for a thread that runs workers.",
            "At the limit of the queue requests are answered with 503."),
    WORKER_COMPILE_DURATION(
            "wws_worker_compile",
            Type.GAUGE,
            Unit.SECONDS,
            "How long compiling a worker took, now or when it was cached; no sample until then.",
            "Larger modules; a release build of the worker compiles faster."),
    WORKER_FROM_CACHE(
            "wws_worker_from_cache",
            Type.GAUGE,
            Unit.NONE,
            "Whether the code of a worker was found on the disk (1) or compiled (0).",
            "0 after a restart: the cache folder is lost or the JDK has changed."),
    WORKER_MEMORY(
            "wws_worker_memory_max",
            Type.GAUGE,
            Unit.BYTES,
            "The most memory that a run of a worker has had.",
            "Near --worker-memory runs will end by memory."),
    WORKER_ERRORS(
            "wws_worker_stderr",
            Type.COUNTER,
            Unit.BYTES,
            "What a worker wrote to standard error.",
            "The worker complains: see the log."),
    KV_ATTEMPTS(
            "wws_kv_attempts",
            Type.COUNTER,
            Unit.NONE,
            "Runs over a snapshot of a namespace, repeated ones too.",
            "More traffic to workers with data."),
    KV_COMMITS(
            "wws_kv_commits",
            Type.COUNTER,
            Unit.NONE,
            "Changes that were kept.",
            "More traffic that changes data."),
    KV_CONFLICTS(
            "wws_kv_conflicts",
            Type.COUNTER,
            Unit.NONE,
            "Changes that met another of the same keys and were run again.",
            "Many requests change the same keys: spread them over more keys."),
    KV_RERUNS(
            "wws_kv_reruns",
            Type.COUNTER,
            Unit.NONE,
            "Runs after the first of a request.",
            "As for conflicts: work is done twice."),
    KV_LANE_ENTRIES(
            "wws_kv_lane_entries",
            Type.COUNTER,
            Unit.NONE,
            "Times that a namespace began to take its requests one after the other.",
            "A namespace is contended; its requests are as fast as one thread."),
    KV_OVER_QUOTA(
            "wws_kv_over_quota",
            Type.COUNTER,
            Unit.NONE,
            "Changes that a limit of the store refused.",
            "Data outgrow the limits of the store."),
    KV_UNAVAILABLE(
            "wws_kv_unavailable",
            Type.COUNTER,
            Unit.NONE,
            "Requests that the store could not serve.",
            "Look at the store; /readyz tells what is wrong.");

    private final Description description;

    WorkerMetric(String stem, Type type, Unit unit, String meaning, String whenItRises) {
        description = new Description(stem, type, unit, meaning, whenItRises);
    }

    @Override
    public Description description() {
        return description;
    }
}
