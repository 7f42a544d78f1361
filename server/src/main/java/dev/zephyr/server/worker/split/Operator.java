// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import org.jspecify.annotations.Nullable;

/**
 * What one opcode without a label, a local or a callee does to the operand stack, what follows it
 * in the binary, and how many bytes of JVM code the engine emits for it at most. *Immutable.*
 *
 * <p>The stack effects are those of the validation rules (core specification, section 3.3). The
 * weights were read from the engine's output.
 */
record Operator(Immediate immediate, int pops, int pushes, int weight) {
    /** What follows an opcode. */
    enum Immediate {
        NONE,
        INDEX,
        TWO_INDICES,
        SIGNED,
        FOUR_BYTES,
        EIGHT_BYTES,
        MEMORY_ARGUMENT
    }

    private static final int HELPER_CALL = 3;
    private static final @Nullable Operator[] PLAIN = new Operator[256];
    private static final @Nullable Operator[] BULK = new Operator[18];

    static {
        fill(PLAIN, 0x00, 0x01, new Operator(Immediate.NONE, 0, 0, 4));
        fill(PLAIN, 0x1a, 0x1a, new Operator(Immediate.NONE, 1, 0, 1));
        fill(PLAIN, 0x1b, 0x1b, new Operator(Immediate.NONE, 3, 1, 6));
        fill(PLAIN, 0x23, 0x23, new Operator(Immediate.INDEX, 0, 1, 11));
        fill(PLAIN, 0x24, 0x24, new Operator(Immediate.INDEX, 1, 0, 11));
        fill(PLAIN, 0x25, 0x25, new Operator(Immediate.INDEX, 1, 1, 12));
        fill(PLAIN, 0x26, 0x26, new Operator(Immediate.INDEX, 2, 0, 12));
        fill(PLAIN, 0x28, 0x35, new Operator(Immediate.MEMORY_ARGUMENT, 1, 1, 8));
        fill(PLAIN, 0x36, 0x3e, new Operator(Immediate.MEMORY_ARGUMENT, 2, 0, 8));
        fill(PLAIN, 0x3f, 0x3f, new Operator(Immediate.INDEX, 0, 1, 7));
        fill(PLAIN, 0x40, 0x40, new Operator(Immediate.INDEX, 1, 1, 7));
        fill(PLAIN, 0x41, 0x42, new Operator(Immediate.SIGNED, 0, 1, 3));
        fill(PLAIN, 0x43, 0x43, new Operator(Immediate.FOUR_BYTES, 0, 1, 3));
        fill(PLAIN, 0x44, 0x44, new Operator(Immediate.EIGHT_BYTES, 0, 1, 3));
        numbers();
        fill(PLAIN, 0xd0, 0xd0, new Operator(Immediate.SIGNED, 0, 1, 3));
        fill(PLAIN, 0xd1, 0xd1, new Operator(Immediate.NONE, 1, 1, HELPER_CALL));
        fill(PLAIN, 0xd2, 0xd2, new Operator(Immediate.INDEX, 0, 1, 3));
        bulk();
    }

    /** The operator of a one-byte opcode, or null where this package does not know it. */
    static @Nullable Operator plain(int opcode) {
        return PLAIN[opcode];
    }

    /** The operator after the prefix 0xfc, or null where this package does not know it. */
    static @Nullable Operator bulk(int opcode) {
        return opcode < BULK.length ? BULK[opcode] : null;
    }

    /** Moves past the immediate. */
    void skip(ByteReader in) {
        switch (immediate) {
            case NONE -> {}
            case INDEX -> in.u32();
            case TWO_INDICES -> {
                in.u32();
                in.u32();
            }
            case SIGNED -> in.signed();
            case FOUR_BYTES -> in.skip(4);
            case EIGHT_BYTES -> in.skip(8);
            case MEMORY_ARGUMENT -> skipMemoryArgument(in);
        }
    }

    /** Bit 6 of the alignment announces the index of a memory (section 5.4.6). */
    private static void skipMemoryArgument(ByteReader in) {
        if ((in.u32() & 0x40) != 0) {
            in.u32();
        }
        in.signed();
    }

    private static void numbers() {
        Operator unary = new Operator(Immediate.NONE, 1, 1, HELPER_CALL);
        Operator binary = new Operator(Immediate.NONE, 2, 1, HELPER_CALL);
        fill(PLAIN, 0x45, 0xc4, binary);
        fill(PLAIN, 0x45, 0x45, unary);
        fill(PLAIN, 0x50, 0x50, unary);
        fill(PLAIN, 0x67, 0x69, unary);
        fill(PLAIN, 0x79, 0x7b, unary);
        fill(PLAIN, 0x8b, 0x91, unary);
        fill(PLAIN, 0x99, 0x9f, unary);
        fill(PLAIN, 0xa7, 0xc4, unary);
    }

    private static void bulk() {
        fill(BULK, 0, 7, new Operator(Immediate.NONE, 1, 1, HELPER_CALL));
        fill(BULK, 8, 8, new Operator(Immediate.TWO_INDICES, 3, 0, 20));
        fill(BULK, 9, 9, new Operator(Immediate.INDEX, 0, 0, 20));
        fill(BULK, 10, 10, new Operator(Immediate.TWO_INDICES, 3, 0, 20));
        fill(BULK, 11, 11, new Operator(Immediate.INDEX, 3, 0, 20));
        fill(BULK, 12, 12, new Operator(Immediate.TWO_INDICES, 3, 0, 20));
        fill(BULK, 13, 13, new Operator(Immediate.INDEX, 0, 0, 20));
        fill(BULK, 14, 14, new Operator(Immediate.TWO_INDICES, 3, 0, 20));
        fill(BULK, 15, 15, new Operator(Immediate.INDEX, 2, 1, 20));
        fill(BULK, 16, 16, new Operator(Immediate.INDEX, 0, 1, 20));
        fill(BULK, 17, 17, new Operator(Immediate.INDEX, 3, 0, 20));
    }

    private static void fill(@Nullable Operator[] table, int first, int last, Operator operator) {
        for (int opcode = first; opcode <= last; opcode++) {
            table[opcode] = operator;
        }
    }
}
