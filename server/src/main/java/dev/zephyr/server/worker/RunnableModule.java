// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.config.RunLimits;
import java.util.List;
import java.util.function.Function;
import run.endive.runtime.Instance;
import run.endive.runtime.InterpreterMachine;
import run.endive.runtime.Machine;
import run.endive.runtime.Memory;
import run.endive.wasm.WasmModule;

/**
 * A module with all that is needed to make instances of it, compiled or interpreted. Shared by the
 * slots. Thread-safe.
 */
final class RunnableModule {

    private static final InterruptListener INTERRUPT_LISTENER = new InterruptListener();

    private final WasmModule module;
    private final ModuleShape shape;
    private final ModuleTraits traits;
    private final HostImports imports;
    private final Function<Instance, Machine> machine;
    private final boolean reusable;
    private final BoundedTables tables;
    private final ModuleImage image = new ModuleImage();

    private RunnableModule(
            WasmModule module,
            ModuleTraits traits,
            List<HostModule> offered,
            Function<Instance, Machine> machine,
            boolean reusable) {
        this.module = module;
        this.traits = traits;
        this.machine = machine;
        this.reusable = reusable;
        shape = ModuleShape.of(module);
        imports = HostImports.of(module, offered);
        tables = new BoundedTables(module.tableSection().tableCount());
    }

    /**
     * A module to be interpreted.
     *
     * @throws ModuleRefused if the server does not run it
     */
    static RunnableModule interpreted(
            WasmModule module, ModuleTraits traits, List<HostModule> offered) {
        return new RunnableModule(module, traits, offered, InterpreterMachine::new, false);
    }

    /**
     * A compiled module. An interpreter keeps a stack in the instance, and an exit leaves it as it
     * was at that moment: with a function to be interpreted no instance serves twice.
     *
     * @param stripped what is left of the module
     * @param machine made of its classes
     * @throws ModuleRefused if the server does not run it
     */
    static RunnableModule compiled(
            WasmModule stripped,
            ModuleCode code,
            List<HostModule> offered,
            Function<Instance, Machine> machine) {
        boolean reusable = code.traits().stateless() && code.summary().interpreted().isEmpty();
        return new RunnableModule(stripped, code.traits(), offered, machine, reusable);
    }

    /** Makes an instance on a slot whose memory this module has entered; runs a start function. */
    Instance instantiate(Slot slot, Memory memory) {
        var builder =
                Instance.builder(module)
                        .withMachineFactory(machine)
                        .withMemoryFactory(_ -> memory)
                        .withTableFactory(tables)
                        .withImportValues(imports.bind(slot))
                        .withStart(false);
        if (traits.silentJumps()) {
            builder.withUnsafeExecutionListener(INTERRUPT_LISTENER);
        }
        return builder.build();
    }

    /** Whether an instance can serve again once its globals are put back. */
    boolean reusable() {
        return reusable;
    }

    /** Functions to call in a run, in order. */
    List<Integer> entries() {
        return shape.entries();
    }

    /** What its memory holds at the start. */
    ModuleImage image() {
        return image;
    }

    /** Size of its memory under a worker's limits; the initial size may be above the maximum. */
    MemorySize memorySize(RunLimits limits) {
        long allowed = limits.memoryBytesMax() / Memory.PAGE_SIZE;
        return new MemorySize(shape.initialPages(), (int) Math.min(shape.maximumPages(), allowed));
    }
}
