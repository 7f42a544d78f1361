// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.wasi.GuestExit;
import dev.zephyr.server.wasi.GuestFault;
import dev.zephyr.server.wasi.GuestInterrupted;
import dev.zephyr.server.wasi.OutputLimitExceeded;
import run.endive.runtime.WasmException;
import run.endive.runtime.WasmInterruptedException;
import run.endive.wasm.WasmEngineException;

/** Tells from what a guest's code threw how its run ended. */
final class RunFailure {

    private RunFailure() {}

    /**
     * The outcome.
     *
     * @param thrown by compiled code, the engine, or a host function
     * @param expired whether the thread was interrupted at the run's deadline
     */
    static RunOutcome outcome(Throwable thrown, boolean expired, RunLimits limits) {
        return switch (thrown) {
            case GuestExit exit when exit.code() == 0 -> RunOutcome.COMPLETED;
            case GuestExit exit -> new RunOutcome.Exited(exit.code());
            case WasmInterruptedException _, GuestInterrupted _, InterruptedException _ ->
                    expired ? new RunOutcome.TimedOut(limits.timeout()) : new RunOutcome.Stopped();
            case OutputLimitExceeded _ -> new RunOutcome.OutputTooLarge(limits.stdoutBytesMax());
            case StackOverflowError _ -> new RunOutcome.StackExhausted();
            case WasmEngineException e when e.getCause() instanceof StackOverflowError ->
                    new RunOutcome.StackExhausted();
            case OutOfMemoryError _ -> new RunOutcome.OutOfMemory();
            case GuestFault fault -> new RunOutcome.Trapped(message(fault));
            case WasmException _ -> new RunOutcome.Trapped("exception that nobody caught");
            case WasmEngineException trap -> new RunOutcome.Trapped(message(trap));
            default -> new RunOutcome.Trapped(thrown.toString());
        };
    }

    private static String message(RuntimeException trap) {
        return String.valueOf(trap.getMessage());
    }
}
