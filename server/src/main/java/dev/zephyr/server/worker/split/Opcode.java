// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

/** The opcodes that this package treats one by one (binary format, section 5.4). */
final class Opcode {
    static final int UNREACHABLE = 0x00;
    static final int NOP = 0x01;
    static final int BLOCK = 0x02;
    static final int LOOP = 0x03;
    static final int IF = 0x04;
    static final int ELSE = 0x05;
    static final int END = 0x0b;
    static final int BR = 0x0c;
    static final int BR_IF = 0x0d;
    static final int BR_TABLE = 0x0e;
    static final int RETURN = 0x0f;
    static final int CALL = 0x10;
    static final int CALL_INDIRECT = 0x11;
    static final int RETURN_CALL = 0x12;
    static final int RETURN_CALL_INDIRECT = 0x13;
    static final int SELECT_TYPED = 0x1c;
    static final int LOCAL_GET = 0x20;
    static final int LOCAL_SET = 0x21;
    static final int LOCAL_TEE = 0x22;
    static final int GLOBAL_GET = 0x23;
    static final int GLOBAL_SET = 0x24;
    static final int I32_CONST = 0x41;
    static final int I64_CONST = 0x42;
    static final int F32_CONST = 0x43;
    static final int F64_CONST = 0x44;
    static final int REF_NULL = 0xd0;
    static final int PREFIX_BULK = 0xfc;
    static final int PREFIX_VECTOR = 0xfd;

    private Opcode() {}
}
