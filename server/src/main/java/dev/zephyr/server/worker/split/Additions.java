// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What cutting adds to a module, always behind what is there, so that no index changes: types,
 * mutable globals through which functions hand over values, functions. *Confined to one worker
 * thread.*
 */
final class Additions {
    /** A cut-out function. */
    record Part(int type, byte[] code, @Nullable String name) {}

    private final ModuleSections module;
    private final Map<FunctionType, Integer> typeIndices = new HashMap<>();
    private final List<FunctionType> types = new ArrayList<>();
    private final Map<Byte, List<Integer>> globalsByType = new HashMap<>();
    private final List<Byte> globals = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    Additions(ModuleSections module) {
        this.module = module;
        for (int i = module.types().size() - 1; i >= 0; i--) {
            typeIndices.put(module.types().get(i), i);
        }
    }

    /** The index of a type, added if the module has none that is equal. */
    int type(FunctionType type) {
        return typeIndices.computeIfAbsent(
                type,
                added -> {
                    types.add(added);
                    return module.types().size() + types.size() - 1;
                });
    }

    /** The index of the {@code ordinal}-th handing-over global of a type; all cuts share them. */
    int global(byte type, int ordinal) {
        List<Integer> indices = globalsByType.computeIfAbsent(type, _ -> new ArrayList<>());
        while (indices.size() <= ordinal) {
            globals.add(type);
            indices.add(module.globals() + globals.size() - 1);
        }
        return indices.get(ordinal);
    }

    /** The index that the next function will have. */
    int nextFunction() {
        return module.importedFunctions() + module.definedFunctions() + parts.size();
    }

    void add(Part part) {
        parts.add(part);
    }

    List<FunctionType> types() {
        return types;
    }

    List<Byte> globals() {
        return globals;
    }

    List<Part> parts() {
        return parts;
    }
}
