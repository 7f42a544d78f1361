// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.ArrayList;
import java.util.List;
import run.endive.runtime.HostFunction;
import run.endive.runtime.ImportFunction;
import run.endive.runtime.ImportValues;
import run.endive.wasm.WasmModule;
import run.endive.wasm.types.FunctionImport;

/**
 * The host functions that one module imports, exactly those and in its order, because the engine
 * compares each import with each. Immutable.
 */
final class HostImports {

    private static final long[] NO_RESULT = {};

    private final List<Resolved> resolved;

    private record Resolved(String module, String name, HostCall call) {}

    private HostImports(List<Resolved> resolved) {
        this.resolved = List.copyOf(resolved);
    }

    /**
     * Finds each import of a module.
     *
     * @param offered all that the server has
     * @throws ModuleRefused if one is missing or has another type
     */
    static HostImports of(WasmModule module, List<HostModule> offered) {
        var section = module.importSection();
        List<Resolved> resolved = new ArrayList<>();
        for (int i = 0; i < section.importCount(); i++) {
            var wanted = (FunctionImport) section.getImport(i);
            HostCall call = find(wanted, offered);
            var type = module.typeSection().getType(wanted.typeIndex());
            if (!call.type().equals(type)) {
                throw new ModuleRefused(
                        "import %s.%s: %s (expected: %s)"
                                .formatted(wanted.module(), wanted.name(), type, call.type()));
            }
            resolved.add(new Resolved(wanted.module(), wanted.name(), call));
        }
        return new HostImports(resolved);
    }

    private static HostCall find(FunctionImport wanted, List<HostModule> offered) {
        for (HostModule module : offered) {
            if (module.name().equals(wanted.module())) {
                HostCall call = module.functions().get(wanted.name());
                if (call != null) {
                    return call;
                }
            }
        }
        List<String> names = offered.stream().map(HostModule::name).toList();
        throw new ModuleRefused(
                "import %s.%s: unknown (expected: a function of %s)"
                        .formatted(wanted.module(), wanted.name(), String.join(", ", names)));
    }

    /** The same functions for an instance on a slot. */
    ImportValues bind(Slot slot) {
        return ImportValues.builder()
                .addFunction(
                        resolved.stream()
                                .map(function -> bind(function, slot))
                                .toArray(ImportFunction[]::new))
                .build();
    }

    private static ImportFunction bind(Resolved function, Slot slot) {
        HostCall.Body body = function.call().body();
        var type = function.call().type();
        if (type.returns().isEmpty()) {
            return new HostFunction(
                    function.module(),
                    function.name(),
                    type,
                    (instance, arguments) -> {
                        body.call(slot, instance, arguments);
                        return NO_RESULT;
                    });
        }
        // The engine reads the result before the guest can make the next call.
        long[] result = new long[1];
        return new HostFunction(
                function.module(),
                function.name(),
                type,
                (instance, arguments) -> {
                    result[0] = body.call(slot, instance, arguments);
                    return result;
                });
    }
}
