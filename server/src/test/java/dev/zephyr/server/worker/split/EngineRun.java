// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import run.endive.compiler.InterpreterFallback;
import run.endive.compiler.MachineFactoryCompiler;
import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.Instance;
import run.endive.runtime.InterpreterMachine;
import run.endive.wasm.Parser;
import run.endive.wasm.WasmEngineException;
import run.endive.wasm.WasmModule;
import run.endive.wasm.types.FunctionType;
import run.endive.wasm.types.ValType;

/** Runs a module on the engine and writes down all that can be seen of it. */
final class EngineRun {
    private EngineRun() {}

    /** Parses with validation. */
    static WasmModule parse(byte[] module) {
        return Parser.parse(module);
    }

    /** Calls all exported functions compiled; no function may be interpreted. */
    static List<String> compiled(byte[] bytes, RandomGenerator arguments) {
        WasmModule module = parse(bytes);
        var machine =
                MachineFactoryCompiler.builder(module)
                        .withInterpreterFallback(InterpreterFallback.FAIL)
                        .compile();
        return calls(Instance.builder(module).withMachineFactory(machine), module, arguments);
    }

    /** Calls all exported functions in the engine's interpreter. */
    static List<String> interpreted(byte[] bytes, RandomGenerator arguments) {
        WasmModule module = parse(bytes);
        return calls(
                Instance.builder(module).withMachineFactory(InterpreterMachine::new),
                module,
                arguments);
    }

    private static List<String> calls(
            Instance.Builder builder, WasmModule module, RandomGenerator arguments) {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < module.exportSection().exportCount(); i++) {
            Instance instance = builder.withMemoryFactory(ByteArrayMemory::new).build();
            String name = module.exportSection().getExport(i).name();
            FunctionType type = instance.exportType(name);
            long[] values =
                    type.params().stream().mapToLong(param -> argument(param, arguments)).toArray();
            seen.add(call(instance, name, values) + state(instance));
        }
        return seen;
    }

    private static long argument(ValType type, RandomGenerator random) {
        long bits = random.nextLong() >> random.nextInt(64);
        return type.equals(ValType.I32) || type.equals(ValType.F32) ? bits & 0xffff_ffffL : bits;
    }

    private static String call(Instance instance, String name, long[] arguments) {
        try {
            return Arrays.toString(instance.export(name).apply(arguments));
        } catch (WasmEngineException trap) {
            return trap.getClass().getSimpleName() + ": " + trap.getMessage();
        } catch (IndexOutOfBoundsException _) {
            return "fault of the engine";
        }
    }

    private static String state(Instance instance) {
        StringBuilder state = new StringBuilder(" globals");
        for (int i = 0; i < RandomModule.GLOBALS; i++) {
            state.append(' ').append(instance.global(i).getValue());
        }
        int size = instance.memory().pages() * 65_536;
        return state.append(" memory ")
                .append(size)
                .append(' ')
                .append(Arrays.hashCode(instance.memory().readBytes(0, size)))
                .toString();
    }
}
