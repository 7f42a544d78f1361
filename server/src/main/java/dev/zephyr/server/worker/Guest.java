// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.outbound.OutboundPolicy;
import dev.zephyr.server.wasi.WasiGrants;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A worker that was loaded or is being loaded: its module and what it may do. Thread-safe. */
final class Guest {

    private final String label;
    private final WorkerConfig config;
    private final WasiGrants grants;
    private final OutboundPolicy outbound;
    private final CompletableFuture<GuestModule> module;
    private final CompletableFuture<ModuleState> settled;

    /**
     * A worker.
     *
     * @param label names it in logs: its route
     * @param module being read
     */
    Guest(String label, WorkerConfig config, CompletableFuture<GuestModule> module) {
        this.label = label;
        this.config = config;
        this.module = module;
        grants = WasiGrants.of(config);
        outbound = OutboundPolicy.of(config.http());
        settled = module.thenCompose(GuestModule::settled);
    }

    /** Names it in logs. */
    String label() {
        return label;
    }

    /** What it is and may do. */
    WorkerConfig config() {
        return config;
    }

    RunLimits limits() {
        return config.limits();
    }

    WasiGrants grants() {
        return grants;
    }

    /** Which requests it may make. */
    OutboundPolicy outbound() {
        return outbound;
    }

    /** Completes, never exceptionally, when loading is over, well or not. */
    CompletableFuture<Void> ready() {
        return settled.thenAccept(_ -> {});
    }

    /** Why it can't run; empty: it can, or that is not known yet. */
    Optional<String> problem() {
        return switch (settled.getNow(null)) {
            case null -> Optional.empty();
            case ModuleState.Unusable(var reason) -> Optional.of(reason);
            case ModuleState.Compiled(var runnable, _, _) -> memoryProblem(runnable);
            case ModuleState.Interpreted(var runnable) -> memoryProblem(runnable);
        };
    }

    private Optional<String> memoryProblem(RunnableModule runnable) {
        MemorySize size = runnable.memorySize(limits());
        return size.fits() ? Optional.empty() : Optional.of(size.problem());
    }

    /** About its module; empty if it is not compiled, or not yet. */
    Optional<GuestReport> report() {
        return settled.getNow(null) instanceof ModuleState.Compiled(_, var summary, var cached)
                ? Optional.of(
                        new GuestReport(
                                summary.moduleBytes(),
                                summary.functions(),
                                summary.interpreted(),
                                Duration.ofNanos(summary.compileNanos()),
                                cached))
                : Optional.empty();
    }

    /**
     * The best form of its module that there is; waits for the first.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    ModuleState await() throws InterruptedException {
        @Nullable ModuleState best = settled.getNow(null);
        if (best != null) {
            return best;
        }
        try {
            return module.get().await();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
