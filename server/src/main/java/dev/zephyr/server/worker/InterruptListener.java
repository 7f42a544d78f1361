// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import run.endive.runtime.ExecutionListener;
import run.endive.runtime.MStack;
import run.endive.runtime.WasmInterruptedException;
import run.endive.wasm.types.Instruction;

/**
 * Stops an interpreted guest at the jumps where the engine's interpreter does not look for an
 * interrupt, as {@link EnginePatch} does for compiled ones. Thread-safe.
 */
final class InterruptListener implements ExecutionListener {

    @Override
    public void onExecution(Instruction instruction, MStack stack) {
        switch (instruction.opcode()) {
            case RETURN_CALL, RETURN_CALL_INDIRECT, THROW, THROW_REF -> check();
            default -> {}
        }
    }

    private static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new WasmInterruptedException("interrupted");
        }
    }
}
