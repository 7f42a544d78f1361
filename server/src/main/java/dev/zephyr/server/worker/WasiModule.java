// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.wasi.ValueKind;
import dev.zephyr.server.wasi.WasiFunction;
import dev.zephyr.server.wasi.WasiFunctions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import run.endive.wasm.types.FunctionType;
import run.endive.wasm.types.ValType;

/** The table of WASI preview 1 in the engine's terms. */
final class WasiModule {

    private static final String NAME = "wasi_snapshot_preview1";

    /** All functions of WASI preview 1. */
    static final HostModule INSTANCE = create();

    private WasiModule() {}

    private static HostModule create() {
        Map<String, HostCall> functions = new HashMap<>();
        for (WasiFunction function : WasiFunctions.ALL) {
            var type = FunctionType.of(types(function.parameters()), types(function.results()));
            functions.put(
                    function.name(),
                    new HostCall(
                            type,
                            (slot, _, arguments) ->
                                    function.call(slot.wasi(), slot.guestBytes(), arguments)));
        }
        return new HostModule(NAME, functions);
    }

    /** The engine's names of value kinds. */
    static List<ValType> types(List<ValueKind> kinds) {
        return kinds.stream()
                .map(kind ->
                        switch (kind) {
                            case I32 -> ValType.I32;
                            case I64 -> ValType.I64;
                        })
                .toList();
    }
}
