// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.WorkerConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import run.endive.wasm.Parser;

/**
 * An engine that verifies the memory after each run, with guests from texts. Everything on it is
 * closed and deleted with it. Thread-safe.
 */
final class TestEngine implements AutoCloseable {

    /** What a run left, copied from its slot. */
    record Ran(RunOutcome outcome, byte[] output, byte[] errors) {

        String text() {
            return new String(output, UTF_8);
        }

        String errorText() {
            return new String(errors, UTF_8);
        }
    }

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Path folder;
    private final Engine engine;
    private final AtomicInteger files = new AtomicInteger();

    TestEngine(Path folder, EngineOptions options) {
        this.folder = folder;
        engine = Engine.start(options.withVerifyMemory());
    }

    /** One thread, so that all runs follow each other on one slot. */
    static TestEngine oneThread(Path folder) {
        return new TestEngine(folder, EngineOptions.defaults().withThreads(1));
    }

    Engine engine() {
        return engine;
    }

    /** A worker from text, compiled; limits that no test meets by accident. */
    Guest guest(String wat) {
        return guest(wat, limits(TIMEOUT));
    }

    Guest guest(String wat, RunLimits limits) {
        return guest(Wat.assemble(wat), limits);
    }

    Guest guest(byte[] wasm, RunLimits limits) {
        Guest guest = loading(wasm, limits);
        guest.ready().join();
        return guest;
    }

    /** A worker that may still be loading. */
    Guest loading(byte[] wasm, RunLimits limits) {
        String name = "guest" + files.getAndIncrement();
        Path file = folder.resolve(name + ".wasm");
        try {
            Files.write(file, wasm);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return engine.load(name, file, WorkerConfig.withoutFile(limits));
    }

    /** A worker that is interpreted for ever. */
    Guest interpreted(byte[] wasm, RunLimits limits) {
        loading(wasm, limits).ready().join();
        var module = new GuestModule();
        var parsed = Parser.parse(wasm);
        var runnable =
                RunnableModule.interpreted(
                        parsed, ModuleTraits.of(parsed), List.of(WasiModule.INSTANCE));
        module.settle(new ModuleState.Interpreted(runnable));
        return new Guest(
                "interpreted",
                WorkerConfig.withoutFile(limits),
                CompletableFuture.completedFuture(module));
    }

    static RunLimits limits(Duration timeout) {
        return limits(timeout, 256 << 20);
    }

    static RunLimits limits(Duration timeout, long memoryBytesMax) {
        return new RunLimits(timeout, memoryBytesMax, 1 << 20, 4 << 10, 8, 1 << 20);
    }

    Ran run(Guest guest) {
        return run(guest, "");
    }

    Ran run(Guest guest, String input) {
        return start(guest, input).join();
    }

    /** Queues a run; fails if the queue is full, or if the memory was not clean afterwards. */
    CompletableFuture<Ran> start(Guest guest, String input) {
        byte[] bytes = input.getBytes(UTF_8);
        var done = new CompletableFuture<Ran>();
        boolean queued =
                engine.submit(slot -> {
                    try {
                        done.complete(copy(slot.run(guest, bytes, bytes.length)));
                    } catch (RuntimeException | Error failure) {
                        done.completeExceptionally(failure);
                    }
                });
        if (!queued) {
            done.completeExceptionally(new IllegalStateException("queue full"));
        }
        return done;
    }

    private static Ran copy(RunResult result) {
        return new Ran(
                result.outcome(),
                Arrays.copyOf(result.stdout(), result.stdoutLength()),
                Arrays.copyOf(result.stderr(), result.stderrLength()));
    }

    @Override
    public void close() {
        engine.close();
    }
}
