// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.util.Arrays;

/**
 * How many bytes of JVM code the engine's compiler makes of a function, a little above the truth.
 * Where two forms exist (near and far jump, narrow and wide local), the larger one counts.
 */
final class SizeEstimate {
    /** A local in one of the first 256 slots of the frame. */
    static final int LOCAL_BYTES = 2;

    /** What a local beyond them takes more, for the {@code wide} prefix and a second index byte. */
    static final int WIDE_EXTRA_BYTES = 2;

    static final int JUMP_BYTES = 3;
    static final int RETURN_BYTES = 4;
    static final int NUMBER_BYTES = 3;
    static final int GLOBAL_BYTES = 11;

    /** Loading the memory and the instance, the check for an interrupt, and the call. */
    static final int CALL_BYTES = 13;

    /** After a call that may have ended in a tail call: the test, and the way out. */
    private static final int TAIL_CALL_CHECK_BYTES = 24;

    /** Unpacking one of several results. */
    private static final int RESULT_BYTES = 9;

    /** Packing one argument or result into an array. */
    private static final int BOX_BYTES = 12;

    /** The engine's test for an interrupt, before a jump backward. */
    private static final int INTERRUPT_CHECK_BYTES = 6;

    static final int SWITCH_BYTES = 16;
    private static final int LOCAL_START_BYTES = 5;
    private static final int NARROW_SLOTS = 256;

    private SizeEstimate() {}

    /** The whole function. */
    static int of(Body body) {
        int size = 16;
        int[] uses = new int[body.locals().length];
        for (Instruction instruction : body.code()) {
            size += instruction.weight();
            if (instruction instanceof Instruction.LocalAccess access) {
                uses[access.local()]++;
            }
        }
        return size + locals(body, uses);
    }

    /**
     * Starting each local that is used, and the wide form of those that come last: {@link
     * BodyWriter} puts the most used ones first.
     */
    private static int locals(Body body, int[] uses) {
        int slot = ValueTypes.slots(body.type().params()) + 2;
        int params = body.type().params().length;
        long[] byUse = new long[body.locals().length - params];
        for (int local = params; local < uses.length; local++) {
            byUse[local - params] =
                    -((long) uses[local] << 2 | ValueTypes.slots(body.locals()[local]));
        }
        Arrays.sort(byUse);
        int size = 0;
        for (long key : byUse) {
            int count = (int) (-key >> 2);
            if (count == 0) {
                break;
            }
            size += LOCAL_START_BYTES;
            if (slot >= NARROW_SLOTS) {
                size += WIDE_EXTRA_BYTES * (count + 1);
            }
            slot += (int) (-key & 3);
        }
        return size;
    }

    static int call(FunctionType type) {
        int results = type.results().length;
        return CALL_BYTES
                + (results > 1 ? results * RESULT_BYTES : 0)
                + (ValueTypes.slots(type.params()) > 253 ? type.params().length * BOX_BYTES : 0);
    }

    /** In a module with tail calls any call may be followed by the test for one. */
    static int callWithTailCheck(FunctionType type) {
        return call(type) + TAIL_CALL_CHECK_BYTES;
    }

    static int tailCall(byte[] arguments) {
        return 24 + arguments.length * BOX_BYTES;
    }

    static int branch(Instruction.Branch branch) {
        int carried = branch.targets().getLast().carried().length;
        int unwind =
                branch.dropped() == 0
                        ? 0
                        : branch.dropped() + carried * 2 * LOCAL_BYTES + JUMP_BYTES;
        int arms = 0;
        boolean backward = false;
        for (Label target : branch.targets()) {
            backward |= target.isLoop();
            arms += 4 + (branch.dropped() == 0 ? 0 : unwind);
        }
        int check = backward ? INTERRUPT_CHECK_BYTES : 0;
        return branch.opcode() == Opcode.BR_TABLE
                ? SWITCH_BYTES + arms + check
                : JUMP_BYTES + unwind + check;
    }
}
