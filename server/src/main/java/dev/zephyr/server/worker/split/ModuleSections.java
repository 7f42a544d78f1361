// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A module in the binary format (section 5.5), read as far as cutting functions needs it: where its
 * sections lie, its types, which type each function has, and where each body lies. *Immutable*:
 * nobody writes to the module's bytes.
 */
final class ModuleSections {
    static final int CUSTOM = 0;
    static final int TYPE = 1;
    static final int IMPORT = 2;
    static final int FUNCTION = 3;
    static final int GLOBAL = 6;
    static final int CODE = 10;
    static final int DATA_COUNT = 12;
    static final int HEADER_BYTES = 8;

    private static final int FUNCTION_TYPE = 0x60;
    private static final int EMPTY_BLOCK = -64;

    /** A section: its number, and the range of its content. */
    record Section(int id, int start, int end) {}

    private final byte[] bytes;
    private final List<Section> sections = new ArrayList<>();
    private final List<FunctionType> types = new ArrayList<>();
    private final List<Integer> functionTypes = new ArrayList<>();
    private final List<Section> bodies = new ArrayList<>();
    private int importedFunctions;
    private int globals;
    private final boolean tailCalls;

    private ModuleSections(byte[] bytes, boolean tailCalls) {
        this.bytes = bytes;
        this.tailCalls = tailCalls;
        readSections();
        for (Section section : sections) {
            ByteReader in = new ByteReader(bytes, section.start(), section.end());
            switch (section.id()) {
                case TYPE -> readTypes(in);
                case IMPORT -> readImports(in);
                case FUNCTION -> readFunctions(in);
                case GLOBAL -> globals += in.u32();
                case CODE -> readBodies(in);
                default -> {}
            }
        }
    }

    /**
     * Reads {@code bytes}.
     *
     * @param tailCalls whether some function ends in a tail call, after which the engine makes each
     *     call longer
     */
    static ModuleSections read(byte[] bytes, boolean tailCalls) {
        return new ModuleSections(bytes, tailCalls);
    }

    byte[] bytes() {
        return bytes;
    }

    List<Section> sections() {
        return sections;
    }

    List<FunctionType> types() {
        return types;
    }

    int importedFunctions() {
        return importedFunctions;
    }

    int definedFunctions() {
        return bodies.size();
    }

    int globals() {
        return globals;
    }

    boolean hasTailCalls() {
        return tailCalls;
    }

    FunctionType type(int index) {
        if (index >= types.size()) {
            throw new UnsupportedModuleException(
                    "type: " + index + " (expected: below " + types.size() + ")");
        }
        return types.get(index);
    }

    FunctionType functionType(int function) {
        if (function >= functionTypes.size()) {
            throw new UnsupportedModuleException(
                    "function: " + function + " (expected: below " + functionTypes.size() + ")");
        }
        return type(functionTypes.get(function));
    }

    FunctionType definedType(int definedIndex) {
        return functionType(importedFunctions + definedIndex);
    }

    /** Where a function's locals and instructions lie. */
    Section body(int definedIndex) {
        return bodies.get(definedIndex);
    }

    ByteReader bodyReader(int definedIndex) {
        Section body = body(definedIndex);
        return new ByteReader(bytes, body.start(), body.end());
    }

    FunctionType blockType(ByteReader in) {
        long code = in.signed();
        if (code == EMPTY_BLOCK) {
            return FunctionType.VOID;
        }
        if (code >= 0) {
            return type((int) Math.min(code, Integer.MAX_VALUE));
        }
        int valueType = (int) code & 0x7f;
        if (code < -64 || !ValueTypes.isKnown(valueType)) {
            throw new UnsupportedModuleException("block type " + code);
        }
        return FunctionType.giving(new byte[] {(byte) valueType});
    }

    private void readSections() {
        ByteReader in = new ByteReader(bytes, 0, bytes.length);
        in.skip(HEADER_BYTES);
        while (in.hasMore()) {
            int id = in.u8();
            int size = in.u32();
            int start = in.position();
            in.skip(size);
            sections.add(new Section(id, start, in.position()));
        }
    }

    private void readTypes(ByteReader in) {
        for (int count = in.u32(); count > 0; count--) {
            int form = in.u8();
            if (form != FUNCTION_TYPE) {
                throw new UnsupportedModuleException("type form 0x" + Integer.toHexString(form));
            }
            types.add(new FunctionType(valueTypes(in), valueTypes(in)));
        }
    }

    private static byte[] valueTypes(ByteReader in) {
        int count = in.u32();
        int start = in.position();
        for (int i = 0; i < count; i++) {
            in.valueType();
        }
        return Arrays.copyOfRange(in.bytes(), start, in.position());
    }

    private void readImports(ByteReader in) {
        for (int count = in.u32(); count > 0; count--) {
            in.skip(in.u32());
            in.skip(in.u32());
            int kind = in.u8();
            switch (kind) {
                case 0 -> {
                    functionTypes.add(in.u32());
                    importedFunctions++;
                }
                case 1 -> {
                    in.valueType();
                    skipLimits(in);
                }
                case 2 -> skipLimits(in);
                case 3 -> {
                    in.valueType();
                    in.u8();
                    globals++;
                }
                default -> throw new UnsupportedModuleException("import kind " + kind);
            }
        }
    }

    private static void skipLimits(ByteReader in) {
        int flags = in.u8();
        if (flags > 7) {
            throw new UnsupportedModuleException("limits flags " + flags);
        }
        in.signed();
        if ((flags & 1) != 0) {
            in.signed();
        }
    }

    private void readFunctions(ByteReader in) {
        for (int count = in.u32(); count > 0; count--) {
            functionTypes.add(in.u32());
        }
    }

    private void readBodies(ByteReader in) {
        for (int count = in.u32(); count > 0; count--) {
            int size = in.u32();
            int start = in.position();
            in.skip(size);
            bodies.add(new Section(CODE, start, in.position()));
        }
        if (importedFunctions + bodies.size() != functionTypes.size()) {
            throw new UnsupportedModuleException(
                    "bodies: " + bodies.size() + " (expected: one per function)");
        }
    }
}
