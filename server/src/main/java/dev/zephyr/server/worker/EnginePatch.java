// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import run.endive.compiler.internal.ByteClassCollector;
import run.endive.compiler.internal.Shaded;

/**
 * Collects the classes that the engine's compiler makes of a module. The compiler copies its class
 * {@code Shaded} into each module; this collector hands out that class with a check for an
 * interrupt at the head of the methods behind tail calls and exceptions. Without it a guest that
 * only ever makes tail calls never stops. Confined to one compiling thread.
 */
final class EnginePatch extends ByteClassCollector {

    private static final String CHECK = "checkInterruption";

    private static final Set<String> CHECKED =
            Set.of(
                    "setTailCall",
                    "setTailCallWithRefs",
                    "setTailCallIndirect",
                    "setTailCallIndirectWithRefs",
                    "createWasmException",
                    "createWasmExceptionGc");

    @Override
    public byte[] resolve(Class<?> type) {
        byte[] original = super.resolve(type);
        return type == Shaded.class ? patched(original) : original;
    }

    private static byte[] patched(byte[] original) {
        var writer = new ClassWriter(0);
        var missing = new HashSet<>(CHECKED);
        new ClassReader(original).accept(new CheckingVisitor(writer, missing), 0);
        if (!missing.isEmpty()) {
            throw new IllegalStateException("engine: no method " + missing + " to patch");
        }
        return writer.toByteArray();
    }

    private static final class CheckingVisitor extends ClassVisitor {

        private final Set<String> missing;

        CheckingVisitor(ClassVisitor next, Set<String> missing) {
            super(Opcodes.ASM9, next);
            this.missing = missing;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            var next = super.visitMethod(access, name, descriptor, signature, exceptions);
            if (!CHECKED.contains(name)) {
                return next;
            }
            missing.remove(name);
            return new MethodVisitor(Opcodes.ASM9, next) {
                @Override
                public void visitCode() {
                    super.visitCode();
                    String owner = Type.getInternalName(Shaded.class);
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, CHECK, "()V", false);
                }
            };
        }
    }
}
