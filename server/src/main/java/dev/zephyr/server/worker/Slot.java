// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.wasi.GuestBytes;
import dev.zephyr.server.wasi.WasiProcess;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The place where guests run, one after the other: a memory, the state of WASI, and for each module
 * an instance that waits for its next run. Each thread of the pool has one. Confined to one worker
 * thread.
 *
 * <p>A run: wait for the module, enter the memory, take or make an instance, call it, tell the
 * outcome, reset. After {@link #run} nothing is left of the guest but what it wrote to its streams.
 */
final class Slot {

    private static final byte[] NO_BYTES = {};

    private final int number;
    private final Deadline deadline;
    private final WasiProcess wasi;
    private final boolean verifyMemory;
    private final GuestMemory memory = new GuestMemory();
    private final Map<RunnableModule, GuestInstance> waiting = new HashMap<>();
    private @Nullable Guest running;
    private long memoryBytes;

    /** The place with a number, from 0. */
    Slot(int number, Deadline deadline, WasiProcess wasi, boolean verifyMemory) {
        this.number = number;
        this.deadline = deadline;
        this.wasi = wasi;
        this.verifyMemory = verifyMemory;
    }

    /**
     * Runs a worker once.
     *
     * @param stdin an array whose first {@code length} bytes are standard input; not copied
     * @return valid until the next run on this slot
     */
    RunResult run(Guest guest, byte[] stdin, int length) {
        running = guest;
        memoryBytes = 0;
        deadline.begin(guest.limits().timeout());
        ModuleState state;
        try {
            state = guest.await();
        } catch (InterruptedException interrupted) {
            return nothing(RunFailure.outcome(interrupted, deadline.end(), guest.limits()));
        }
        return switch (state) {
            case ModuleState.Compiled(var module, _, _) -> run(guest, module, stdin, length);
            case ModuleState.Interpreted(var module) -> run(guest, module, stdin, length);
            case ModuleState.Unusable(var reason) -> {
                deadline.end();
                yield nothing(new RunOutcome.Unloadable(reason));
            }
        };
    }

    private RunResult run(Guest guest, RunnableModule module, byte[] stdin, int length) {
        MemorySize size = module.memorySize(guest.limits());
        if (!size.fits()) {
            deadline.end();
            return nothing(new RunOutcome.Unloadable(size.problem()));
        }
        if (!memory.enter(module.image(), size)) {
            deadline.end();
            return nothing(new RunOutcome.OutOfMemory());
        }
        wasi.begin(guest.grants(), stdin, length);
        RunOutcome outcome = call(module, guest.limits());
        wasi.end();
        memoryBytes = memory.size();
        memory.leave();
        if (verifyMemory) {
            memory.verify();
        }
        return new RunResult(
                outcome, wasi.stdout(), wasi.stdoutLength(), wasi.stderr(), wasi.stderrLength());
    }

    /** An instance is kept only after a run that ended well: whatever else happened is unknown. */
    private RunOutcome call(RunnableModule module, RunLimits limits) {
        GuestInstance instance = waiting.remove(module);
        try {
            if (instance == null) {
                instance = new GuestInstance(module.instantiate(this, memory), module.entries());
            }
            instance.run();
            deadline.end();
        } catch (RuntimeException | Error thrown) {
            // The frame around foreign code: whatever a guest makes the engine throw ends here.
            var outcome = RunFailure.outcome(thrown, deadline.end(), limits);
            if (!(outcome instanceof RunOutcome.Completed)) {
                return outcome;
            }
        }
        if (module.reusable() && instance != null) {
            instance.refresh();
            waiting.put(module, instance);
        }
        return RunOutcome.COMPLETED;
    }

    private static RunResult nothing(RunOutcome outcome) {
        return new RunResult(outcome, NO_BYTES, 0, NO_BYTES, 0);
    }

    /** The worker that runs; for host functions, which are only called while one does. */
    Guest running() {
        return Objects.requireNonNull(running, "no worker runs");
    }

    /** Its number among those of the pool. */
    int number() {
        return number;
    }

    /** The memory that the last guest had at its end; 0 if it did not run. */
    long memoryBytes() {
        return memoryBytes;
    }

    /** The state of WASI of the run that is going on. */
    WasiProcess wasi() {
        return wasi;
    }

    /** The memory of the guest that runs. */
    GuestBytes guestBytes() {
        return memory.view();
    }

    Deadline deadline() {
        return deadline;
    }
}
