// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.wasi.WasiClocks;
import dev.zephyr.server.wasi.WasiProcess;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import run.endive.wasm.Parser;

/**
 * What does one run of a worker cost, from input bytes to output bytes, with a waiting instance and
 * with a new one, and what the reset alone?
 *
 * <p>One thread; a GET request with eight headers and one key, or the file given; rounds of 4,000
 * after a warm-up of 30 rounds. It prints processor time of the thread, not time on the clock: the
 * median and the least of 15 rounds, in microseconds.
 *
 * <pre>
 * java -XX:-DontCompileHugeMethods -XX:-ClipInlining -cp ... dev.zephyr.server.worker.RunCost \
 *     examples/zig/root/no-alloc-kv.wasm
 * </pre>
 */
final class RunCost {

    private static final int ROUND = 4_000;
    private static final int WARM_UP_ROUNDS = 30;
    private static final int ROUNDS = 15;

    private static final int DIRTY_PAGES = 4;

    private static final String REQUEST =
            """
            {"url":"http://localhost:8080/no-alloc-kv","method":"GET","headers":{\
            "host":"localhost:8080","user-agent":"Mozilla/5.0 (X11; Linux x86_64)",\
            "accept":"text/html,application/xhtml+xml","accept-language":"en-US,en;q=0.5",\
            "accept-encoding":"gzip, deflate","connection":"keep-alive",\
            "cookie":"session=1234567890abcdef","cache-control":"max-age=0"},"body":"",\
            "kv":{"counter":"41"},"params":{}}\
            """;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final byte[] input = REQUEST.getBytes(UTF_8);
    private final Slot slot =
            new Slot(
                    0,
                    new Deadline(Thread.currentThread()),
                    new WasiProcess(WasiClocks.SYSTEM, new SecureRandom()),
                    false);

    private RunCost() {}

    /** Measures the worker in the file that is the only argument. */
    public static void main(String[] arguments) {
        var file = ModuleFile.read(Path.of(arguments[0]));
        var parsed = Parser.parse(file.wasm());
        var code = ModuleCompiler.compile(file, parsed, ModuleTraits.of(parsed));
        var cost = new RunCost();
        cost.measureRuns("run, waiting instance", guest(code));
        cost.measureRuns("run, new instance", guest(withState(code)));
        measureReset();
    }

    /** The same code, declared to have more state than memory and globals. */
    private static ModuleCode withState(ModuleCode code) {
        var traits = new ModuleTraits(false, code.traits().silentJumps());
        return new ModuleCode(
                traits, code.summary(), code.stripped(), code.mainClass(), code.classes());
    }

    private static Guest guest(ModuleCode code) {
        var module = new GuestModule();
        var runnable = CodeLinker.link(code, List.of(WasiModule.INSTANCE));
        module.settle(new ModuleState.Compiled(runnable, code.summary(), false));
        return new Guest(
                "bench",
                WorkerConfig.withoutFile(RunLimits.DEFAULT),
                CompletableFuture.completedFuture(module));
    }

    private void measureRuns(String name, Guest guest) {
        var first = slot.run(guest, input, input.length);
        System.out.printf("%s: %s, %d bytes%n", name, first.outcome(), first.stdoutLength());
        measure(name, () -> slot.run(guest, input, input.length));
    }

    /** 17 MiB, a few pages of it written in each run, as by a Zig worker with its default stack. */
    private static void measureReset() {
        var memory = new GuestMemory();
        var module = new ModuleImage();
        var size = new MemorySize(17 * 16, 17 * 16);
        memory.enter(module, size);
        memory.writeLong(16 << 20, 1);
        memory.adoptAs(module);
        measure(
                "reset",
                () -> {
                    memory.enter(module, size);
                    for (int page = 0; page < DIRTY_PAGES; page++) {
                        memory.writeLong((16 << 20) - (page << 12), page);
                    }
                    memory.leave();
                });
    }

    private static void measure(String name, Runnable once) {
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            round(once);
        }
        double[] micros = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            micros[round] = round(once) / 1e3 / ROUND;
        }
        Arrays.sort(micros);
        System.out.printf(
                "%-24s median %6.2f us, least %6.2f us%n", name, micros[ROUNDS / 2], micros[0]);
    }

    private static long round(Runnable once) {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < ROUND; i++) {
            once.run();
        }
        return THREADS.getCurrentThreadCpuTime() - start;
    }
}
