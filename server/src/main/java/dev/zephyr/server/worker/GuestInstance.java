// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.ArrayList;
import java.util.List;
import run.endive.runtime.GlobalInstance;
import run.endive.runtime.Instance;
import run.endive.runtime.Machine;
import run.endive.wasm.types.MutabilityType;

/**
 * An instance bound to a slot, with what its mutable globals held before its first run. Confined to
 * one worker thread.
 */
final class GuestInstance {

    private static final long[] NO_ARGUMENTS = {};

    private final Machine machine;
    private final int[] entries;
    private final GlobalInstance[] globals;
    private final long[] initial;

    /** Takes an instance that has not run. */
    GuestInstance(Instance instance, List<Integer> entries) {
        machine = instance.getMachine();
        this.entries = entries.stream().mapToInt(Integer::intValue).toArray();
        List<GlobalInstance> mutable = new ArrayList<>();
        for (int i = 0; i < instance.globalCount(); i++) {
            if (instance.global(i).getMutabilityType() == MutabilityType.Var) {
                mutable.add(instance.global(i));
            }
        }
        globals = mutable.toArray(GlobalInstance[]::new);
        initial = mutable.stream().mapToLong(GlobalInstance::getValue).toArray();
    }

    /** Calls the entry functions, in order. */
    void run() {
        for (int entry : entries) {
            machine.call(entry, NO_ARGUMENTS);
        }
    }

    /** Puts the globals back. */
    void refresh() {
        for (int i = 0; i < globals.length; i++) {
            globals[i].setValue(initial[i]);
        }
    }
}
