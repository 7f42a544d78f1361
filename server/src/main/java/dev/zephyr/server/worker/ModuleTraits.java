// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import run.endive.wasm.WasmModule;
import run.endive.wasm.types.FunctionBody;
import run.endive.wasm.types.Global;
import run.endive.wasm.types.Instruction;
import run.endive.wasm.types.MutabilityType;
import run.endive.wasm.types.OpCode;

/**
 * What the code of a module uses, as far as it matters for running it. Immutable.
 *
 * @param stateless memory and numeric globals are all that a run can change, so that an instance
 *     can serve again once these are put back
 * @param silentJumps it can jump without passing one of the engine's checks for an interrupt: by
 *     tail calls or exceptions
 */
record ModuleTraits(boolean stateless, boolean silentJumps) {

    private static final int TWO_BYTE_GC = 0xFB;
    private static final int TWO_BYTE_VECTOR = 0xFD;
    private static final int TWO_BYTE_ATOMIC = 0xFE;

    /**
     * Reads every instruction.
     *
     * @throws ModuleRefused if the code uses an instruction that the server does not run
     */
    static ModuleTraits of(WasmModule module) {
        refuseGarbageCollection(module);
        boolean stateless = module.startSection().isEmpty() && globalsAreNumbers(module);
        boolean silentJumps = false;
        for (FunctionBody body : module.codeSection().functionBodies()) {
            for (Instruction instruction : body.instructions()) {
                OpCode code = instruction.opcode();
                refuseUnsupported(code);
                stateless &= !changesMore(code);
                silentJumps |= jumpsSilently(code);
            }
        }
        return new ModuleTraits(stateless, silentJumps);
    }

    private static void refuseGarbageCollection(WasmModule module) {
        var types = module.typeSection();
        for (int i = 0; i < types.subTypeCount(); i++) {
            if (types.getSubType(i).compType().funcType() == null) {
                throw unsupported("structs and arrays (the GC proposal)");
            }
        }
    }

    private static void refuseUnsupported(OpCode code) {
        int prefix = code.opcode() >>> Byte.SIZE;
        if (prefix == TWO_BYTE_GC) {
            throw unsupported("references to objects (the GC proposal)");
        }
        if (prefix == TWO_BYTE_VECTOR) {
            throw unsupported("vector instructions (SIMD); compile without simd128");
        }
        if (prefix == TWO_BYTE_ATOMIC) {
            throw unsupported("atomic instructions (threads); compile without atomics");
        }
        switch (code) {
            case CALL_REF, RETURN_CALL_REF, REF_AS_NON_NULL, BR_ON_NULL, BR_ON_NON_NULL, REF_EQ ->
                    throw unsupported("typed function references");
            default -> {}
        }
    }

    private static ModuleRefused unsupported(String what) {
        return new ModuleRefused("uses " + what + " (expected: WebAssembly 2.0 without SIMD)");
    }

    private static boolean changesMore(OpCode code) {
        return switch (code) {
            case TABLE_SET,
                    TABLE_GROW,
                    TABLE_FILL,
                    TABLE_COPY,
                    TABLE_INIT,
                    ELEM_DROP,
                    DATA_DROP,
                    MEMORY_INIT,
                    THROW,
                    THROW_REF,
                    TRY_TABLE ->
                    true;
            default -> false;
        };
    }

    private static boolean jumpsSilently(OpCode code) {
        return switch (code) {
            case RETURN_CALL, RETURN_CALL_INDIRECT, THROW, THROW_REF, TRY_TABLE -> true;
            default -> false;
        };
    }

    private static boolean globalsAreNumbers(WasmModule module) {
        for (Global global : module.globalSection().globals()) {
            if (global.mutabilityType() == MutabilityType.Var && global.valueType().isReference()) {
                return false;
            }
        }
        return true;
    }
}
