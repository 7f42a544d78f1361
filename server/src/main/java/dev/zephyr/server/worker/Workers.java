// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.http.TrustedProxies;
import dev.zephyr.server.kv.Transactor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** All workers of a server, over one engine and one store. Thread-safe. */
public final class Workers implements AutoCloseable {

    private final Engine engine;
    private final Transactor transactor;
    private final RequestUrl url;
    private final WorkerObserver observer;

    private Workers(Engine engine, Transactor transactor, RequestUrl url, WorkerObserver observer) {
        this.observer = observer;
        this.engine = engine;
        this.transactor = transactor;
        this.url = url;
    }

    /**
     * Starts the threads that compile and run guests.
     *
     * @param authority host and port for a request that names none; asked when there is one
     */
    public static Workers start(
            ServerConfig config,
            Transactor transactor,
            Supplier<String> authority,
            WorkerObserver observer) {
        RequestUrl url =
                new RequestUrl(new TrustedProxies(config.network().trustedProxies()), authority);
        return new Workers(Engine.start(options(config.workers())), transactor, url, observer);
    }

    /** How many threads run guests. */
    public static int threads(ServerConfig config) {
        return options(config.workers()).threads();
    }

    private static EngineOptions options(ServerConfig.Workers settings) {
        EngineOptions options =
                EngineOptions.defaults()
                        .withThreads(threads(settings))
                        .withQueueMax(settings.queueMax())
                        .withHostModule(OutboundModule.create());
        return settings.cacheDirectory().map(options::withCacheDirectory).orElse(options);
    }

    private static int threads(ServerConfig.Workers settings) {
        return settings.threads() > 0 ? settings.threads() : EngineOptions.defaults().threads();
    }

    /**
     * Why the heap has no room for what the configuration allows; empty: it has.
     *
     * @param memoryBytesMax the largest memory limit of all workers
     */
    public static Optional<String> heapProblem(ServerConfig config, long memoryBytesMax) {
        int threads = threads(config.workers());
        long heapBytes = Runtime.getRuntime().maxMemory();
        return switch (HeapPlan.of(threads, memoryBytesMax, heapBytes)) {
            case HeapPlan.Fits _ -> Optional.empty();
            case HeapPlan.TooSmall(_, String advice) -> Optional.of(advice);
        };
    }

    /** Flags without which guests run ten times slower and this JVM was not started with. */
    public static List<String> missingJvmFlags() {
        return JvmFlags.missing();
    }

    /** What a route answers whose worker's TOML can't be used; the reason was logged at start. */
    public static Response brokenConfiguration(String route) {
        return WorkerFailure.page(500, WorkerFailure.log("", route, "its TOML is broken"));
    }

    /**
     * Loads a worker in the background; what is wrong with it is told by the worker.
     *
     * @param number what the observer knows it by
     */
    public Worker load(int number, String route, Path file, WorkerConfig config) {
        Guest guest = engine.load(route, file, config);
        var _ = guest.ready().thenRun(() -> tellCompiled(number, guest));
        return new Worker(number, route, this, guest);
    }

    private void tellCompiled(int number, Guest guest) {
        guest.report()
                .ifPresent(
                        report -> observer.compiled(number, report.compileTime(), report.cached()));
    }

    /** Requests that wait for a thread. */
    public int queued() {
        return engine.queued();
    }

    WorkerObserver observer() {
        return observer;
    }

    Transactor transactor() {
        return transactor;
    }

    RequestUrl url() {
        return url;
    }

    /**
     * Runs a task on a thread that runs guests.
     *
     * @throws RejectedExecutionException if the queue is full
     */
    void execute(Runnable task) {
        if (!engine.submit(_ -> task.run())) {
            throw new RejectedExecutionException("the queue of the worker pool is full");
        }
    }

    /** Stops what runs and waits until the threads that ran guests have ended. */
    @Override
    public void close() {
        engine.close();
    }
}
