// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import dev.zephyr.server.worker.split.ModuleSections.Section;
import java.util.Map;

/**
 * Writes the module with some bodies replaced and {@link Additions} behind what was there. Every
 * other section stays byte for byte. *Confined to one worker thread.*
 */
final class ModuleWriter {
    private final ModuleSections module;
    private final FunctionNames names;
    private final Map<Integer, byte[]> replaced;
    private final Additions additions;
    private final ByteWriter out = new ByteWriter();
    private boolean globalsWritten;

    private ModuleWriter(
            ModuleSections module,
            FunctionNames names,
            Map<Integer, byte[]> replaced,
            Additions additions) {
        this.module = module;
        this.names = names;
        this.replaced = replaced;
        this.additions = additions;
    }

    /**
     * The bytes of the changed module.
     *
     * @param replaced new bodies by the index among the functions that the module defines
     */
    static byte[] write(
            ModuleSections module,
            FunctionNames names,
            Map<Integer, byte[]> replaced,
            Additions additions) {
        return new ModuleWriter(module, names, replaced, additions).write();
    }

    private byte[] write() {
        out.bytes(module.bytes(), 0, ModuleSections.HEADER_BYTES);
        for (Section section : module.sections()) {
            if (comesAfterGlobals(section.id())) {
                missingGlobals();
            }
            section(section);
        }
        return out.toByteArray();
    }

    private void section(Section section) {
        ByteReader in = new ByteReader(module.bytes(), section.start(), section.end());
        switch (section.id()) {
            case ModuleSections.TYPE -> put(section, types(in));
            case ModuleSections.FUNCTION -> put(section, functions(in));
            case ModuleSections.GLOBAL -> {
                globalsWritten = true;
                put(section, globals(in));
            }
            case ModuleSections.CODE -> put(section, code(in));
            default ->
                    put(
                            section,
                            names.isSection(section)
                                    ? names.extended(additions)
                                    : rest(new ByteWriter(), in));
        }
    }

    /**
     * The sections from the exports on follow the globals (section 5.5.16); custom ones may stand
     * anywhere.
     */
    private static boolean comesAfterGlobals(int id) {
        return id > ModuleSections.GLOBAL && id <= ModuleSections.DATA_COUNT;
    }

    private void missingGlobals() {
        if (!globalsWritten && !additions.globals().isEmpty()) {
            ByteWriter content = new ByteWriter().u32(additions.globals().size());
            additions.globals().forEach(type -> global(content, type));
            out.u8(ModuleSections.GLOBAL).sized(content);
        }
        globalsWritten = true;
    }

    private void put(Section section, ByteWriter content) {
        out.u8(section.id()).sized(content);
    }

    private static ByteWriter rest(ByteWriter content, ByteReader in) {
        int start = in.position();
        in.skip(in.remaining());
        return content.bytes(in.bytes(), start, in.position());
    }

    private ByteWriter types(ByteReader in) {
        ByteWriter content = rest(new ByteWriter().u32(in.u32() + additions.types().size()), in);
        for (FunctionType type : additions.types()) {
            content.u8(0x60).u32(type.params().length).bytes(type.params());
            content.u32(type.results().length).bytes(type.results());
        }
        return content;
    }

    private ByteWriter functions(ByteReader in) {
        ByteWriter content = rest(new ByteWriter().u32(in.u32() + additions.parts().size()), in);
        additions.parts().forEach(part -> content.u32(part.type()));
        return content;
    }

    private ByteWriter globals(ByteReader in) {
        ByteWriter content = rest(new ByteWriter().u32(in.u32() + additions.globals().size()), in);
        additions.globals().forEach(type -> global(content, type));
        return content;
    }

    /** A mutable global of a type, zero or null. */
    private static void global(ByteWriter content, byte type) {
        content.u8(type).u8(1);
        switch (type) {
            case ValueTypes.I32 -> content.u8(Opcode.I32_CONST).u8(0);
            case ValueTypes.I64 -> content.u8(Opcode.I64_CONST).u8(0);
            case ValueTypes.F32 -> content.u8(Opcode.F32_CONST).bytes(new byte[4]);
            case ValueTypes.F64 -> content.u8(Opcode.F64_CONST).bytes(new byte[8]);
            case ValueTypes.V128 -> content.u8(Opcode.PREFIX_VECTOR).u8(12).bytes(new byte[16]);
            default -> content.u8(Opcode.REF_NULL).u8(type);
        }
        content.u8(Opcode.END);
    }

    private ByteWriter code(ByteReader in) {
        ByteWriter content = new ByteWriter().u32(in.u32() + additions.parts().size());
        for (int i = 0; i < module.definedFunctions(); i++) {
            byte[] body = replaced.get(i);
            if (body == null) {
                Section original = module.body(i);
                content.u32(original.end() - original.start())
                        .bytes(module.bytes(), original.start(), original.end());
            } else {
                content.u32(body.length).bytes(body);
            }
        }
        additions.parts().forEach(part -> content.u32(part.code().length).bytes(part.code()));
        return content;
    }
}
