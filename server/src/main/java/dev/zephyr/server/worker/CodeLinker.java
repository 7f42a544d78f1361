// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.io.ByteArrayInputStream;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import run.endive.runtime.Instance;
import run.endive.runtime.Machine;
import run.endive.wasm.Parser;
import run.endive.wasm.WasmModule;

/** Defines the classes of a compiled module, in a class loader of their own. */
final class CodeLinker extends ClassLoader {

    private CodeLinker() {
        super("worker", CodeLinker.class.getClassLoader());
    }

    /**
     * Makes a compiled module runnable.
     *
     * @throws LinkageError if the classes are not well formed
     * @throws ModuleRefused if the server does not run the module
     */
    static RunnableModule link(ModuleCode code, List<HostModule> offered) {
        // The whole module was validated before it was compiled.
        WasmModule stripped =
                Parser.builder()
                        .withValidation(false)
                        .build()
                        .parse(() -> new ByteArrayInputStream(code.stripped()));
        return RunnableModule.compiled(stripped, code, offered, new CodeLinker().machine(code));
    }

    private Function<Instance, Machine> machine(ModuleCode code) {
        for (Map.Entry<String, byte[]> type : code.classes().entrySet()) {
            defineClass(type.getKey(), type.getValue(), 0, type.getValue().length);
        }
        try {
            Constructor<? extends Machine> constructor =
                    loadClass(code.mainClass())
                            .asSubclass(Machine.class)
                            .getConstructor(Instance.class);
            return instance -> newMachine(constructor, instance);
        } catch (ReflectiveOperationException notOurs) {
            throw new LinkageError("compiled module without its main class", notOurs);
        }
    }

    private static Machine newMachine(
            Constructor<? extends Machine> constructor, Instance instance) {
        try {
            return constructor.newInstance(instance);
        } catch (ReflectiveOperationException notOurs) {
            throw new LinkageError("compiled module that can't be instantiated", notOurs);
        }
    }
}
