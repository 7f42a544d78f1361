// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Builds a valid module out of a seeded source: functions of all kinds of types that call each
 * other, directly, by table and by tail calls; nested blocks, loops and conditions with parameters
 * and results; branches of all kinds; locals and globals of all number types; memory; traps. Each
 * call and each turn of a loop takes from a global that traps when it is used up, so every run
 * ends. *Confined to one worker thread.*
 */
final class RandomModule {
    static final int FUEL = 0;
    static final int GLOBALS = 6;
    private static final byte[] NUMBERS = {
        ValueTypes.I32, ValueTypes.I64, ValueTypes.F32, ValueTypes.F64
    };

    private final RandomGenerator random;
    private final List<FunctionType> types = new ArrayList<>();
    private final List<Integer> functions = new ArrayList<>();
    private final List<byte[]> bodies = new ArrayList<>();
    private final boolean tailCalls;
    private final boolean deep;

    private RandomModule(RandomGenerator random, boolean deep) {
        this.random = random;
        this.deep = deep;
        this.tailCalls = random.nextInt(6) == 0;
    }

    /**
     * The bytes of a module.
     *
     * @param deep whether blocks may begin with values on the operand stack
     */
    static byte[] make(RandomGenerator random, boolean deep) {
        RandomModule module = new RandomModule(random, deep);
        module.declare();
        for (int i = 0; i < module.functions.size(); i++) {
            module.bodies.add(
                    new RandomBody(module, module.types.get(module.functions.get(i))).write());
        }
        return module.write();
    }

    RandomGenerator random() {
        return random;
    }

    List<FunctionType> types() {
        return types;
    }

    FunctionType functionType(int function) {
        return types.get(functions.get(function));
    }

    int typeIndex(FunctionType type) {
        int found = types.indexOf(type);
        if (found < 0) {
            types.add(type);
            found = types.size() - 1;
        }
        return found;
    }

    int functionCount() {
        return functions.size();
    }

    boolean isDeep() {
        return deep;
    }

    boolean hasTailCalls() {
        return tailCalls;
    }

    byte globalType(int global) {
        return global < 2 ? ValueTypes.I32 : NUMBERS[global % 4];
    }

    byte anyType() {
        return NUMBERS[random.nextInt(NUMBERS.length)];
    }

    byte[] anyTypes(int max) {
        byte[] all = new byte[random.nextInt(max + 1)];
        for (int i = 0; i < all.length; i++) {
            all[i] = anyType();
        }
        return all;
    }

    private void declare() {
        int count = 2 + random.nextInt(4);
        for (int i = 0; i < 3; i++) {
            typeIndex(new FunctionType(anyTypes(3), anyTypes(2)));
        }
        for (int i = 0; i < count; i++) {
            functions.add(random.nextInt(types.size()));
        }
    }

    private byte[] write() {
        ByteWriter out = new ByteWriter().bytes(new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0});
        ByteWriter section = new ByteWriter().u32(types.size());
        for (FunctionType type : types) {
            section.u8(0x60).u32(type.params().length).bytes(type.params());
            section.u32(type.results().length).bytes(type.results());
        }
        out.u8(1).sized(section);
        ByteWriter declared = new ByteWriter().u32(functions.size());
        functions.forEach(declared::u32);
        out.u8(3).sized(declared);
        out.u8(4).sized(new ByteWriter().u32(1).u8(0x70).u8(0).u32(functions.size() + 1));
        out.u8(5).sized(new ByteWriter().u32(1).u8(1).u32(1).u32(2));
        out.u8(6).sized(globals());
        out.u8(7).sized(exports());
        ByteWriter elements =
                new ByteWriter().u32(1).u32(0).u8(Opcode.I32_CONST).u8(0).u8(Opcode.END);
        elements.u32(functions.size());
        for (int i = 0; i < functions.size(); i++) {
            elements.u32(i);
        }
        out.u8(9).sized(elements);
        ByteWriter code = new ByteWriter().u32(bodies.size());
        bodies.forEach(body -> code.u32(body.length).bytes(body));
        out.u8(10).sized(code);
        out.u8(0).sized(new ByteWriter().name("name").u8(1).sized(names()));
        return out.toByteArray();
    }

    private ByteWriter names() {
        ByteWriter names = new ByteWriter().u32(functions.size());
        for (int i = 0; i < functions.size(); i++) {
            names.u32(i).name("function" + i);
        }
        return names;
    }

    private ByteWriter globals() {
        ByteWriter section = new ByteWriter().u32(GLOBALS);
        for (int i = 0; i < GLOBALS; i++) {
            byte type = globalType(i);
            section.u8(type).u8(1);
            switch (type) {
                case ValueTypes.I32 ->
                        section.u8(Opcode.I32_CONST).signed(i == FUEL ? 400 : random.nextInt());
                case ValueTypes.I64 -> section.u8(Opcode.I64_CONST).signed(random.nextLong());
                case ValueTypes.F32 -> section.u8(Opcode.F32_CONST).bytes(new byte[4]);
                default -> section.u8(Opcode.F64_CONST).bytes(new byte[8]);
            }
            section.u8(Opcode.END);
        }
        return section;
    }

    private ByteWriter exports() {
        ByteWriter section = new ByteWriter().u32(functions.size());
        for (int i = 0; i < functions.size(); i++) {
            section.name("f" + i).u8(0).u32(i);
        }
        return section;
    }
}
