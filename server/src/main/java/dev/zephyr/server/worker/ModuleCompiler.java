// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.worker.ModuleCode.Summary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import run.endive.compiler.InterpreterFallback;
import run.endive.compiler.internal.Compiler;
import run.endive.compiler.internal.CompilerResult;
import run.endive.wasm.WasmModule;

/** Turns a validated module into Java classes, on the calling thread. Not interruptible. */
final class ModuleCompiler {

    /**
     * To be raised with every change of what is done to a module before or while it is compiled,
     * cutting and {@link EnginePatch} included: code that was compiled by another version is not
     * used.
     */
    static final int VERSION = 2;

    private ModuleCompiler() {}

    /**
     * Compiles a module.
     *
     * @param file that {@code module} was parsed from
     * @param traits of the same module
     */
    static ModuleCode compile(ModuleFile file, WasmModule module, ModuleTraits traits) {
        long start = System.nanoTime();
        String mainClass = "w" + file.digest() + ".M";
        CompilerResult result =
                Compiler.builder(module)
                        .withClassName(mainClass)
                        .withInterpreterFallback(InterpreterFallback.SILENT)
                        .withClassCollectorFactory(EnginePatch::new)
                        .build()
                        .compile();
        int imported = module.importSection().importCount();
        Set<Integer> kept =
                result.interpretedFunctions().stream()
                        .map(function -> function - imported)
                        .collect(Collectors.toUnmodifiableSet());
        var summary =
                new Summary(
                        file.wasm().length,
                        module.functionSection().functionCount(),
                        names(module, result.interpretedFunctions()),
                        System.nanoTime() - start);
        byte[] stripped = ModuleStripper.strip(file.wasm(), kept);
        return new ModuleCode(traits, summary, stripped, mainClass, classes(result));
    }

    /** The compiler names some classes with dots and some with slashes. */
    private static Map<String, byte[]> classes(CompilerResult result) {
        Map<String, byte[]> classes = new HashMap<>();
        result.classBytes().forEach((name, bytes) -> classes.put(name.replace('/', '.'), bytes));
        return Map.copyOf(classes);
    }

    private static List<String> names(WasmModule module, Set<Integer> functions) {
        return functions.stream().sorted().map(function -> name(module, function)).toList();
    }

    private static String name(WasmModule module, int function) {
        var section = module.nameSection();
        @Nullable String name = section == null ? null : section.nameOfFunction(function);
        return name == null ? "function " + function : name;
    }
}
