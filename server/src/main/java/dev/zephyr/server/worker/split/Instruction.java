// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.util.List;

/**
 * One instruction of a function's flat list. Everything that neither names a local nor a label
 * stays as the bytes that it was. *Immutable.*
 */
sealed interface Instruction {
    /**
     * How many values it takes from the operand stack; for what opens a block, without the block's
     * parameters.
     */
    int pops();

    /** How many values it leaves there. */
    int pushes();

    /** The estimated bytes of JVM code. */
    int weight();

    /** Whether control never reaches the next instruction. */
    default boolean diverges() {
        return false;
    }

    /** An instruction copied verbatim. */
    record Plain(
            byte[] source, int start, int end, int pops, int pushes, int weight, boolean diverges)
            implements Instruction {
        static final Plain UNREACHABLE =
                new Plain(new byte[] {Opcode.UNREACHABLE}, 0, 1, 0, 0, 4, true);

        static Plain call(int function, FunctionType type) {
            byte[] source = new ByteWriter().u8(Opcode.CALL).u32(function).toByteArray();
            int weight = SizeEstimate.call(type);
            return new Plain(
                    source,
                    0,
                    source.length,
                    type.params().length,
                    type.results().length,
                    weight,
                    false);
        }

        static Plain number(int value) {
            byte[] source = new ByteWriter().u8(Opcode.I32_CONST).signed(value).toByteArray();
            return new Plain(source, 0, source.length, 0, 1, SizeEstimate.NUMBER_BYTES, false);
        }
    }

    /** Reads, writes, or writes and keeps a local. */
    record LocalAccess(int opcode, int local) implements Instruction {
        static LocalAccess get(int local) {
            return new LocalAccess(Opcode.LOCAL_GET, local);
        }

        static LocalAccess set(int local) {
            return new LocalAccess(Opcode.LOCAL_SET, local);
        }

        boolean reads() {
            return opcode == Opcode.LOCAL_GET;
        }

        @Override
        public int pops() {
            return reads() ? 0 : 1;
        }

        @Override
        public int pushes() {
            return opcode == Opcode.LOCAL_SET ? 0 : 1;
        }

        @Override
        public int weight() {
            return opcode == Opcode.LOCAL_TEE
                    ? SizeEstimate.LOCAL_BYTES + 1
                    : SizeEstimate.LOCAL_BYTES;
        }
    }

    /** Opens a block, a loop or an {@code if}. */
    record Open(Label label) implements Instruction {
        @Override
        public int pops() {
            return label.kind() == Label.Kind.IF ? 1 : 0;
        }

        @Override
        public int pushes() {
            return 0;
        }

        @Override
        public int weight() {
            return label.kind() == Label.Kind.IF ? SizeEstimate.JUMP_BYTES : 0;
        }
    }

    /** Ends the first arm of an {@code if} and begins the second. */
    record Else(Label label) implements Instruction {
        @Override
        public int pops() {
            return 0;
        }

        @Override
        public int pushes() {
            return 0;
        }

        @Override
        public int weight() {
            return SizeEstimate.JUMP_BYTES;
        }
    }

    /** Ends what {@code label} opened. */
    record Close(Label label) implements Instruction {
        @Override
        public int pops() {
            return 0;
        }

        @Override
        public int pushes() {
            return 0;
        }

        @Override
        public int weight() {
            return label.kind() == Label.Kind.FUNCTION ? SizeEstimate.RETURN_BYTES : 0;
        }
    }

    /**
     * {@code br}, {@code br_if} or {@code br_table} (the last target is its default). A {@code
     * return} is a branch to the function's label.
     *
     * @param dropped how many values under the carried ones the branch throws away, for the
     *     estimate
     */
    record Branch(int opcode, List<Label> targets, int dropped) implements Instruction {
        static Branch to(Label target) {
            return new Branch(Opcode.BR, List.of(target), 0);
        }

        @Override
        public int pops() {
            int carried = targets.getLast().carried().length;
            return switch (opcode) {
                case Opcode.BR -> carried;
                default -> carried + 1;
            };
        }

        @Override
        public int pushes() {
            return opcode == Opcode.BR_IF ? targets.getLast().carried().length : 0;
        }

        @Override
        public int weight() {
            return SizeEstimate.branch(this);
        }

        @Override
        public boolean diverges() {
            return opcode != Opcode.BR_IF;
        }
    }

    /**
     * Reads a global that a cut-out function wrote just before it returned; nothing may come
     * between.
     */
    record Receive(int global) implements Instruction {
        @Override
        public int pops() {
            return 0;
        }

        @Override
        public int pushes() {
            return 1;
        }

        @Override
        public int weight() {
            return SizeEstimate.GLOBAL_BYTES;
        }
    }

    /** Writes a global for the function that called this one. */
    record Send(int global) implements Instruction {
        @Override
        public int pops() {
            return 1;
        }

        @Override
        public int pushes() {
            return 0;
        }

        @Override
        public int weight() {
            return SizeEstimate.GLOBAL_BYTES;
        }
    }

    /**
     * {@code return_call} or {@code return_call_indirect}: leaves the function with the callee's
     * results.
     */
    record TailCall(byte[] source, int start, int end, byte[] arguments) implements Instruction {
        @Override
        public int pops() {
            return arguments.length;
        }

        @Override
        public int pushes() {
            return 0;
        }

        @Override
        public int weight() {
            return SizeEstimate.tailCall(arguments);
        }

        @Override
        public boolean diverges() {
            return true;
        }
    }
}
