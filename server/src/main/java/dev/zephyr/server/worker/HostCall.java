// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import run.endive.runtime.Instance;
import run.endive.wasm.types.FunctionType;

/**
 * A function that the server offers to guests. Thread-safe; a call belongs to the slot's thread.
 *
 * @param type that an import must have
 * @param body what it does
 */
record HostCall(FunctionType type, Body body) {

    /** What a host function does. */
    @FunctionalInterface
    interface Body {

        /**
         * Called by a guest.
         *
         * @param slot on which the guest runs: its memory, its WASI state, its grants
         * @param instance of the guest, for functions that call back
         * @param arguments only read
         * @return the result; without meaning if the function has none
         */
        long call(Slot slot, Instance instance, long[] arguments);
    }
}
