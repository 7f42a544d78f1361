// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.wasi.WasiProcess;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Loads workers and runs them: the way into everything below. It owns the threads that compile, the
 * threads that run guests, and the watchdog. Thread-safe.
 */
final class Engine implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.worker");

    private final ModuleLoader loader;
    private final WorkerPool pool;

    private Engine(ModuleLoader loader, WorkerPool pool) {
        this.loader = loader;
        this.pool = pool;
    }

    /** Starts the threads. */
    static Engine start(EngineOptions options) {
        List<HostModule> offered = new ArrayList<>(options.hostModules());
        offered.addFirst(WasiModule.INSTANCE);
        var cache =
                options.cacheDirectory()
                        .flatMap(directory ->
                                CodeCache.open(
                                        directory, InstantSource.system(), CodeCache.BYTES_MAX));
        var random = new SecureRandom();
        return new Engine(
                new ModuleLoader(cache, offered),
                new WorkerPool(options, () -> new WasiProcess(options.clocks(), random)));
    }

    /**
     * Loads a worker in the background. Whatever is wrong with the file is told by {@link
     * Guest#problem}, when {@link Guest#ready} has completed, and by the log.
     *
     * @param label names the worker in logs: its route
     */
    Guest load(String label, Path wasm, WorkerConfig config) {
        pool.watchdog().expect(config.limits().timeout());
        var guest = new Guest(label, config, loader.load(wasm));
        var _ = guest.ready().thenRun(() -> tell(guest, wasm));
        return guest;
    }

    private static void tell(Guest guest, Path wasm) {
        guest.problem()
                .ifPresent(reason ->
                        LOG.log(
                                Level.WARNING,
                                "worker {0}: {1}: {2}",
                                guest.label(),
                                wasm,
                                reason));
        guest.report()
                .filter(report -> !report.interpreted().isEmpty())
                .ifPresent(report ->
                        LOG.log(
                                Level.WARNING,
                                "worker {0}: too large for the JVM, therefore slow: {1}"
                                        + " (expected: a release build)",
                                guest.label(),
                                String.join(", ", report.interpreted())));
    }

    /**
     * Queues a job for a thread that runs guests.
     *
     * @return false if the queue is full: the server is busy
     */
    boolean submit(Consumer<Slot> job) {
        return pool.submit(job);
    }

    /** Jobs that wait for a thread. */
    int queued() {
        return pool.queued();
    }

    /** Stops what runs and waits until the threads that ran guests have ended. */
    @Override
    public void close() {
        loader.close();
        pool.close();
    }
}
