// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import run.endive.runtime.Memory;
import run.endive.wasm.WasmModule;
import run.endive.wasm.types.ActiveElement;
import run.endive.wasm.types.Element;
import run.endive.wasm.types.Export;
import run.endive.wasm.types.ExternalType;
import run.endive.wasm.types.FunctionImport;
import run.endive.wasm.types.MemoryLimits;

/**
 * What a module's sections say, its code aside. Immutable.
 *
 * @param entries functions to call in a run, in order; empty: nothing is called
 * @param initialPages of its memory
 * @param maximumPages that it declares, at most what one array can hold
 */
record ModuleShape(List<Integer> entries, int initialPages, int maximumPages) {

    /** The engine compares each import with each: more would stall an instantiation. */
    static final int IMPORTS_MAX = 1_000;

    /** Entries in all element segments: each instantiation evaluates them one by one. */
    static final int ELEMENTS_MAX = 1 << 17;

    /**
     * Reads the sections.
     *
     * @throws ModuleRefused if they ask for something that the server does not have
     */
    static ModuleShape of(WasmModule module) {
        refuseForeignImports(module);
        refuseLargeTables(module);
        var memory = memoryLimits(module);
        if (memory == null) {
            return new ModuleShape(entries(module), 0, 0);
        }
        return new ModuleShape(
                entries(module),
                memory.initialPages(),
                Math.min(memory.maximumPages(), Memory.RUNTIME_MAX_PAGES));
    }

    private static void refuseForeignImports(WasmModule module) {
        var imports = module.importSection();
        if (imports.importCount() > IMPORTS_MAX) {
            throw new ModuleRefused(
                    "imports: " + imports.importCount() + " (expected: at most 1000)");
        }
        for (int i = 0; i < imports.importCount(); i++) {
            if (!(imports.getImport(i) instanceof FunctionImport)) {
                var wanted = imports.getImport(i);
                throw new ModuleRefused(
                        "import %s.%s: a %s (expected: functions only)"
                                .formatted(
                                        wanted.module(),
                                        wanted.name(),
                                        wanted.importType().name().toLowerCase(Locale.ROOT)));
            }
        }
    }

    private static void refuseLargeTables(WasmModule module) {
        long entries = 0;
        for (int i = 0; i < module.tableSection().tableCount(); i++) {
            entries += module.tableSection().getTable(i).limits().min();
        }
        if (entries > BoundedTables.ENTRIES_MAX) {
            throw new ModuleRefused(
                    "tables: %d entries (expected: at most %d)"
                            .formatted(entries, BoundedTables.ENTRIES_MAX));
        }
        long elements = 0;
        for (Element segment : module.elementSection().elements()) {
            elements += segment instanceof ActiveElement ? segment.initializers().size() : 0;
        }
        if (elements > ELEMENTS_MAX) {
            throw new ModuleRefused(
                    "elements: %d (expected: at most %d)".formatted(elements, ELEMENTS_MAX));
        }
    }

    private static @Nullable MemoryLimits memoryLimits(WasmModule module) {
        var section = module.memorySection();
        if (section.isEmpty() || section.get().memoryCount() == 0) {
            return null;
        }
        if (section.get().memoryCount() > 1) {
            throw new ModuleRefused("memories: more than one (expected: one)");
        }
        var limits = section.get().getMemory(0).limits();
        if (limits.shared()) {
            throw new ModuleRefused("memory: shared between threads (expected: not shared)");
        }
        return limits;
    }

    /**
     * A command has {@code _start}; an export without a name comes before it. A reactor has {@code
     * _initialize}, which is all that is called, unless there is an export without a name.
     */
    private static List<Integer> entries(WasmModule module) {
        Map<String, Export> exports = functionExports(module);
        if (exports.containsKey("_start") && exports.containsKey("_initialize")) {
            throw new ModuleRefused("exports: _start and _initialize (expected: one of them)");
        }
        List<Integer> entries = new ArrayList<>();
        addEntry(module, exports.get("_initialize"), entries);
        addEntry(module, exports.getOrDefault("", exports.get("_start")), entries);
        return List.copyOf(entries);
    }

    private static Map<String, Export> functionExports(WasmModule module) {
        Map<String, Export> exports = new HashMap<>();
        for (int i = 0; i < module.exportSection().exportCount(); i++) {
            Export export = module.exportSection().getExport(i);
            if (export.exportType() == ExternalType.FUNCTION) {
                exports.put(export.name(), export);
            }
        }
        return exports;
    }

    private static void addEntry(
            WasmModule module, @Nullable Export export, List<Integer> entries) {
        if (export == null) {
            return;
        }
        var type = module.typeSection().getType(typeOf(module, export.index()));
        if (!type.params().isEmpty() || !type.returns().isEmpty()) {
            throw new ModuleRefused(
                    "export %s: %s (expected: no parameters, no results)"
                            .formatted(export.name(), type));
        }
        entries.add(export.index());
    }

    private static int typeOf(WasmModule module, int function) {
        int imported = module.importSection().importCount();
        return function < imported
                ? ((FunctionImport) module.importSection().getImport(function)).typeIndex()
                : module.functionSection().getFunctionType(function - imported);
    }
}
