// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.wasi.WasiClocks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the engine is set up. Immutable.
 *
 * @param threads that run guests; each keeps the memory of one guest
 * @param queueMax jobs that may wait for a thread
 * @param cacheDirectory where compiled code is kept; empty: nowhere
 * @param verifyMemory whether each run is followed by a compare of the whole memory; slow
 * @param clocks that guests see
 * @param hostModules what guests may import, besides WASI
 */
record EngineOptions(
        int threads,
        int queueMax,
        Optional<Path> cacheDirectory,
        boolean verifyMemory,
        WasiClocks clocks,
        List<HostModule> hostModules) {

    /** One thread could be held by one slow guest. */
    private static final int THREADS_MIN = 2;

    /** At 10 µs a run this is 10 ms of waiting for one thread, at 1 ms a run it is a second. */
    static final int QUEUE_DEFAULT = 1_024;

    EngineOptions {
        hostModules = List.copyOf(hostModules);
    }

    /** As many threads as processors, no cache. */
    static EngineOptions defaults() {
        int processors = Runtime.getRuntime().availableProcessors();
        return new EngineOptions(
                Math.max(THREADS_MIN, processors),
                QUEUE_DEFAULT,
                Optional.empty(),
                false,
                WasiClocks.SYSTEM,
                List.of());
    }

    EngineOptions withThreads(int count) {
        return new EngineOptions(
                count, queueMax, cacheDirectory, verifyMemory, clocks, hostModules);
    }

    EngineOptions withQueueMax(int jobs) {
        return new EngineOptions(threads, jobs, cacheDirectory, verifyMemory, clocks, hostModules);
    }

    EngineOptions withCacheDirectory(Path directory) {
        return new EngineOptions(
                threads, queueMax, Optional.of(directory), verifyMemory, clocks, hostModules);
    }

    EngineOptions withHostModule(HostModule module) {
        List<HostModule> offered = new ArrayList<>(hostModules);
        offered.add(module);
        return new EngineOptions(threads, queueMax, cacheDirectory, verifyMemory, clocks, offered);
    }

    EngineOptions withVerifyMemory() {
        return new EngineOptions(threads, queueMax, cacheDirectory, true, clocks, hostModules);
    }
}
