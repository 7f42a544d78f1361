// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Writes the body of one function for {@link RandomModule}. *Confined to one worker thread.* */
final class RandomBody {
    private static final int DEPTH_MAX = 5;

    private final RandomModule module;
    private final RandomGenerator random;
    private final FunctionType type;
    private final byte[] locals;
    private final ByteWriter out = new ByteWriter();

    /** The values that a branch carries, outermost label first; null where none may go. */
    private final List<byte @Nullable []> labels = new ArrayList<>();

    RandomBody(RandomModule module, FunctionType type) {
        this.module = module;
        this.random = module.random();
        this.type = type;
        byte[] own = module.anyTypes(12);
        this.locals = Arrays.copyOf(type.params(), type.params().length + own.length);
        System.arraycopy(own, 0, locals, type.params().length, own.length);
    }

    byte[] write() {
        out.u32(locals.length - type.params().length);
        for (int i = type.params().length; i < locals.length; i++) {
            out.u32(1).u8(locals[i]);
        }
        labels.add(type.results());
        burn(20);
        statements(0);
        values(type.results(), 1);
        out.u8(Opcode.END);
        return out.toByteArray();
    }

    /** Takes from the fuel; traps when there is none. */
    private void burn(int amount) {
        out.u8(Opcode.GLOBAL_GET)
                .u32(RandomModule.FUEL)
                .u8(Opcode.I32_CONST)
                .signed(amount)
                .u8(0x6b);
        out.u8(Opcode.GLOBAL_SET)
                .u32(RandomModule.FUEL)
                .u8(Opcode.GLOBAL_GET)
                .u32(RandomModule.FUEL);
        out.u8(Opcode.I32_CONST)
                .u8(0)
                .u8(0x48)
                .u8(Opcode.IF)
                .u8(0x40)
                .u8(Opcode.UNREACHABLE)
                .u8(Opcode.END);
    }

    private void statements(int depth) {
        int count = 1 + random.nextInt(depth == 0 ? 14 : 5);
        for (int i = 0; i < count; i++) {
            statement(depth);
        }
    }

    private void statement(int depth) {
        boolean nest = depth < DEPTH_MAX;
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3 -> setLocal(depth);
            case 4 -> setGlobal(depth);
            case 5, 6 -> store(depth);
            case 7 -> {
                value(module.anyType(), depth);
                out.u8(0x1a);
            }
            case 8, 9 -> {
                if (nest) {
                    block(Opcode.BLOCK, depth);
                }
            }
            case 10, 11 -> {
                if (nest) {
                    loop(depth);
                }
            }
            case 12, 13 -> {
                if (nest) {
                    block(Opcode.IF, depth);
                }
            }
            case 14, 15 -> branchIf(depth);
            case 16 -> call(depth);
            case 17 -> leave(depth);
            case 18 -> rare(depth);
            default -> out.u8(Opcode.NOP);
        }
    }

    private void setLocal(int depth) {
        if (locals.length > 0) {
            int local = random.nextInt(locals.length);
            value(locals[local], depth);
            out.u8(Opcode.LOCAL_SET).u32(local);
        }
    }

    private void setGlobal(int depth) {
        int global = 1 + random.nextInt(RandomModule.GLOBALS - 1);
        value(module.globalType(global), depth);
        out.u8(Opcode.GLOBAL_SET).u32(global);
    }

    private void store(int depth) {
        byte valueType = module.anyType();
        address(depth);
        value(valueType, depth);
        out.u8(0x36 + ValueTypes.I32 - valueType).u32(0).u32(random.nextInt(64));
    }

    private void address(int depth) {
        value(ValueTypes.I32, depth);
        if (random.nextInt(40) > 0) {
            out.u8(Opcode.I32_CONST).signed(0xfff).u8(0x71);
        }
    }

    /**
     * A block or an {@code if}, with parameters and results, whose results go into locals or are
     * dropped.
     */
    private void block(int opcode, int depth) {
        byte[] params = random.nextInt(4) == 0 ? module.anyTypes(2) : FunctionType.NO_VALUES;
        byte[] results = random.nextInt(3) == 0 ? module.anyTypes(2) : FunctionType.NO_VALUES;
        values(params, depth);
        if (opcode == Opcode.IF) {
            value(ValueTypes.I32, depth);
        }
        FunctionType blockType = new FunctionType(params, results);
        out.u8(opcode);
        blockType(blockType);
        // The engine's compiler (1.0.0) loses count of the stack at a forward branch out of a block
        // with parameters.
        labels.add(params.length == 0 ? results : null);
        arm(blockType, depth);
        if (opcode == Opcode.IF && (!Arrays.equals(params, results) || random.nextBoolean())) {
            out.u8(Opcode.ELSE);
            arm(blockType, depth);
        }
        labels.removeLast();
        out.u8(Opcode.END);
        consume(results);
    }

    private void arm(FunctionType blockType, int depth) {
        consume(blockType.params());
        statements(depth + 1);
        values(blockType.results(), depth + 1);
    }

    private void loop(int depth) {
        byte[] params = random.nextInt(3) == 0 ? module.anyTypes(2) : FunctionType.NO_VALUES;
        byte[] results = random.nextInt(3) == 0 ? module.anyTypes(1) : FunctionType.NO_VALUES;
        values(params, depth);
        FunctionType loopType = new FunctionType(params, results);
        out.u8(Opcode.LOOP);
        blockType(loopType);
        labels.add(params);
        burn(1);
        arm(loopType, depth);
        labels.removeLast();
        out.u8(Opcode.END);
        consume(results);
    }

    private void blockType(FunctionType blockType) {
        if (blockType.params().length > 0 || blockType.results().length > 1) {
            out.signed(module.typeIndex(blockType));
        } else {
            out.u8(blockType.results().length == 0 ? 0x40 : blockType.results()[0]);
        }
    }

    private void consume(byte[] values) {
        for (int i = values.length - 1; i >= 0; i--) {
            int local = localOf(values[i]);
            if (local < 0) {
                out.u8(0x1a);
            } else {
                out.u8(Opcode.LOCAL_SET).u32(local);
            }
        }
    }

    private int localOf(byte wanted) {
        int start = locals.length == 0 ? 0 : random.nextInt(locals.length);
        for (int i = 0; i < locals.length; i++) {
            int local = (start + i) % locals.length;
            if (locals[local] == wanted) {
                return local;
            }
        }
        return -1;
    }

    private void branchIf(int depth) {
        int label = target();
        byte[] carried = carried(label);
        values(carried, depth);
        value(ValueTypes.I32, depth);
        out.u8(Opcode.BR_IF).u32(label);
        consume(carried);
    }

    /**
     * An unconditional jump, mostly behind a condition, at times followed by code that cannot run.
     */
    private void leave(int depth) {
        boolean guarded = random.nextInt(5) > 0;
        if (guarded) {
            value(ValueTypes.I32, depth);
            out.u8(Opcode.IF).u8(0x40);
            labels.add(FunctionType.NO_VALUES);
        } else {
            out.u8(Opcode.BLOCK).u8(0x40);
            labels.add(FunctionType.NO_VALUES);
        }
        jump(depth);
        if (random.nextInt(3) == 0) {
            out.u8(Opcode.NOP).u8(Opcode.I32_CONST).u8(7).u8(0x1a);
        }
        labels.removeLast();
        out.u8(Opcode.END);
    }

    private void jump(int depth) {
        switch (random.nextInt(4)) {
            case 0 -> {
                values(type.results(), depth);
                out.u8(Opcode.RETURN);
            }
            case 1 -> table(depth);
            case 2 -> {
                if (!tailCall(depth)) {
                    plainJump(depth);
                }
            }
            default -> plainJump(depth);
        }
    }

    private void plainJump(int depth) {
        int label = target();
        values(carried(label), depth);
        out.u8(Opcode.BR).u32(label);
    }

    /** The depth of a label to which a branch may go. */
    private int target() {
        int label = random.nextInt(labels.size());
        while (labels.get(labels.size() - 1 - label) == null) {
            label++;
        }
        return label;
    }

    private byte[] carried(int label) {
        return Objects.requireNonNull(labels.get(labels.size() - 1 - label));
    }

    private void table(int depth) {
        byte[] carried = carried(target());
        List<Integer> same = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            if (Arrays.equals(labels.get(labels.size() - 1 - i), carried)) {
                same.add(i);
            }
        }
        values(carried, depth);
        value(ValueTypes.I32, depth);
        int count = random.nextInt(5);
        if (random.nextBoolean()) {
            out.u8(Opcode.I32_CONST).signed(7).u8(0x71);
        }
        out.u8(Opcode.BR_TABLE).u32(count);
        for (int i = 0; i <= count; i++) {
            out.u32(same.get(random.nextInt(same.size())));
        }
    }

    private boolean tailCall(int depth) {
        int callee = random.nextInt(module.functionCount());
        FunctionType calleeType = module.functionType(callee);
        if (!module.hasTailCalls() || !Arrays.equals(calleeType.results(), type.results())) {
            return false;
        }
        values(calleeType.params(), depth);
        if (random.nextBoolean()) {
            out.u8(Opcode.RETURN_CALL).u32(callee);
        } else {
            out.u8(Opcode.I32_CONST).signed(callee);
            out.u8(Opcode.RETURN_CALL_INDIRECT).u32(module.typeIndex(calleeType)).u32(0);
        }
        return true;
    }

    private void call(int depth) {
        int callee = random.nextInt(module.functionCount());
        FunctionType calleeType = module.functionType(callee);
        values(calleeType.params(), depth);
        if (random.nextBoolean()) {
            out.u8(Opcode.CALL).u32(callee);
        } else {
            value(ValueTypes.I32, DEPTH_MAX);
            out.u8(Opcode.I32_CONST).signed(3).u8(0x71);
            out.u8(Opcode.CALL_INDIRECT).u32(module.typeIndex(calleeType)).u32(0);
        }
        consume(calleeType.results());
    }

    private void rare(int depth) {
        switch (random.nextInt(6)) {
            case 0 -> out.u8(Opcode.I32_CONST).u8(1).u8(0x40).u8(0).u8(0x1a);
            case 1 -> {
                for (int i = 0; i < 3; i++) {
                    address(depth);
                }
                out.u8(Opcode.PREFIX_BULK).u32(10).u8(0).u8(0);
            }
            case 2 -> {
                for (int i = 0; i < 3; i++) {
                    address(depth);
                }
                out.u8(Opcode.PREFIX_BULK).u32(11).u8(0);
            }
            case 3 -> out.u8(0xd2).u32(0).u8(0xd1).u8(0x1a);
            default -> {
                value(ValueTypes.I32, depth);
                out.u8(Opcode.IF).u8(0x40).u8(Opcode.UNREACHABLE).u8(Opcode.END);
            }
        }
    }

    private void values(byte[] wanted, int depth) {
        for (byte each : wanted) {
            value(each, depth + 1);
        }
    }

    /** Code that leaves one value. */
    private void value(byte wanted, int depth) {
        int local = localOf(wanted);
        int choice = depth > DEPTH_MAX ? random.nextInt(3) : random.nextInt(12);
        switch (choice) {
            case 0 -> constant(wanted);
            case 1, 2, 3 -> {
                if (local < 0) {
                    constant(wanted);
                } else {
                    out.u8(Opcode.LOCAL_GET).u32(local);
                }
            }
            case 4 -> {
                value(wanted, depth + 1);
                if (local >= 0) {
                    out.u8(Opcode.LOCAL_TEE).u32(local);
                }
            }
            case 5 -> {
                address(depth + 1);
                out.u8(0x28 + ValueTypes.I32 - wanted).u32(0).u32(random.nextInt(64));
            }
            case 6 -> global(wanted);
            case 7, 8, 9 -> binary(wanted, depth);
            case 10 -> converted(wanted, depth);
            default -> valueBlock(wanted, depth);
        }
    }

    private void global(byte wanted) {
        for (int i = 1; i < RandomModule.GLOBALS; i++) {
            if (module.globalType(i) == wanted) {
                out.u8(Opcode.GLOBAL_GET).u32(i);
                return;
            }
        }
        constant(wanted);
    }

    private void constant(byte wanted) {
        switch (wanted) {
            case ValueTypes.I32 ->
                    out.u8(Opcode.I32_CONST).signed(random.nextInt() >> random.nextInt(32));
            case ValueTypes.I64 ->
                    out.u8(Opcode.I64_CONST).signed(random.nextLong() >> random.nextInt(64));
            case ValueTypes.F32 ->
                    fixed(
                            Opcode.F32_CONST,
                            Float.floatToRawIntBits((float) random.nextGaussian()),
                            4);
            default ->
                    fixed(Opcode.F64_CONST, Double.doubleToRawLongBits(random.nextGaussian()), 8);
        }
    }

    private void fixed(int opcode, long bits, int bytes) {
        out.u8(opcode);
        for (int i = 0; i < bytes; i++) {
            out.u8((int) (bits >>> (8 * i)) & 0xff);
        }
    }

    private void binary(byte wanted, int depth) {
        value(wanted, depth + 1);
        value(wanted, depth + 1);
        out.u8(
                switch (wanted) {
                    case ValueTypes.I32 -> 0x6a + random.nextInt(15);
                    case ValueTypes.I64 -> 0x7c + random.nextInt(15);
                    case ValueTypes.F32 -> 0x92 + random.nextInt(6);
                    default -> 0xa0 + random.nextInt(6);
                });
    }

    private void converted(byte wanted, int depth) {
        switch (wanted) {
            case ValueTypes.I32 -> {
                value(ValueTypes.I64, depth + 1);
                out.u8(0xa7);
            }
            case ValueTypes.I64 -> {
                value(ValueTypes.I32, depth + 1);
                out.u8(0xac);
            }
            case ValueTypes.F32 -> {
                value(ValueTypes.I32, depth + 1);
                out.u8(0xb2);
            }
            default -> {
                value(ValueTypes.I64, depth + 1);
                out.u8(0xb9);
            }
        }
    }

    /**
     * A block that gives a value. Entered with another value already on the operand stack only
     * where the module is for the interpreter: the engine's compiler (1.0.0) makes classes out of
     * it that the JVM rejects, cut or not.
     */
    private void valueBlock(byte wanted, int depth) {
        if (module.isDeep()) {
            value(wanted, depth + 1);
        } else if (depth > 0) {
            constant(wanted);
            return;
        }
        out.u8(Opcode.BLOCK).u8(wanted);
        labels.add(new byte[] {wanted});
        statements(Math.max(depth, DEPTH_MAX - 1) + 1);
        value(wanted, depth + 1);
        if (random.nextBoolean()) {
            value(ValueTypes.I32, depth + 1);
            out.u8(Opcode.BR_IF).u32(0);
        }
        labels.removeLast();
        out.u8(Opcode.END);
        if (module.isDeep()) {
            value(ValueTypes.I32, depth + 1);
            out.u8(0x1b);
        }
    }
}
