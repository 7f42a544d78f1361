// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

/** The value types of one byte, by their code in the binary format (section 5.3). */
final class ValueTypes {
    static final byte I32 = 0x7f;
    static final byte I64 = 0x7e;
    static final byte F32 = 0x7d;
    static final byte F64 = 0x7c;
    static final byte V128 = 0x7b;
    static final byte FUNCREF = 0x70;
    static final byte EXTERNREF = 0x6f;

    private ValueTypes() {}

    static boolean isKnown(int code) {
        return switch (code) {
            case I32, I64, F32, F64, V128, FUNCREF, EXTERNREF -> true;
            default -> false;
        };
    }

    /** How many slots of a JVM frame a value takes. */
    static int slots(byte type) {
        return type == I64 || type == F64 ? 2 : 1;
    }

    static int slots(byte[] types) {
        int slots = 0;
        for (byte type : types) {
            slots += slots(type);
        }
        return slots;
    }
}
