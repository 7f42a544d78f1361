// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static dev.zephyr.server.worker.Wat.index;
import static dev.zephyr.server.worker.Wat.word;

import dev.zephyr.server.worker.SExpr.Group;
import dev.zephyr.server.worker.SExpr.Word;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import run.endive.wasm.types.OpCode;

/** Assembles the instructions of one function. Confined to one thread. */
final class WatCode {

    private static final int END = 0x0b;
    private static final int ELSE = 0x05;

    private final Wat module;
    private final WasmBytes out = new WasmBytes();
    private final Map<String, Integer> locals = new HashMap<>();
    private final List<Integer> localTypes = new ArrayList<>();
    private final Deque<String> labels = new ArrayDeque<>();
    private List<SExpr> instructions = List.of();

    WatCode(Wat module) {
        this.module = module;
    }

    WatCode(Wat module, Group function) {
        this(module);
        int index = 0;
        List<SExpr> code = new ArrayList<>();
        for (SExpr item : function.rest()) {
            if (!(item instanceof Group group)) {
                continue;
            }
            switch (group.head()) {
                case "param", "local" -> {
                    Wat.name(group).ifPresent(nameLocal(index));
                    index += WatType.types(group).size();
                    if (group.head().equals("local")) {
                        WatType.types(group).forEach(type -> localTypes.add(WatType.code(type)));
                    }
                }
                case "result", "export" -> {}
                default -> code.add(group);
            }
        }
        instructions = code;
    }

    private Consumer<String> nameLocal(int index) {
        return name -> locals.put(name, index);
    }

    /** Locals and instructions. */
    byte[] body() {
        out.u32(localTypes.size());
        localTypes.forEach(type -> out.u32(1).u8(type));
        all(instructions);
        return out.u8(END).toArray();
    }

    /** An expression of a global or a segment. */
    byte[] constant(Group expression) {
        instruction(expression);
        return out.u8(END).toArray();
    }

    private void all(List<SExpr> items) {
        for (SExpr item : items) {
            if (item instanceof Group group && !isType(group)) {
                instruction(group);
            }
        }
    }

    private static boolean isType(Group group) {
        return switch (group.head()) {
            case "param", "result", "catch", "catch_all" -> true;
            default -> false;
        };
    }

    private void instruction(Group group) {
        switch (group.head()) {
            case "block", "loop", "try_table" -> block(group);
            case "if" -> branches(group);
            default -> plain(group);
        }
    }

    private void block(Group group) {
        opcode(group.head());
        blockType(group);
        if (group.head().equals("try_table")) {
            catches(group);
        }
        labels.push(Wat.name(group).orElse(""));
        all(group.rest());
        labels.pop();
        out.u8(END);
    }

    private void catches(Group group) {
        List<Group> clauses = new ArrayList<>();
        for (SExpr item : group.rest()) {
            if (item instanceof Group clause && clause.head().startsWith("catch")) {
                clauses.add(clause);
            }
        }
        out.u32(clauses.size());
        for (Group clause : clauses) {
            if (clause.head().equals("catch_all")) {
                out.u8(2).u32(label(word(clause, 1)));
            } else {
                out.u8(0).u32(index(module.tags, word(clause, 1))).u32(label(word(clause, 2)));
            }
        }
    }

    private void blockType(Group group) {
        List<String> results = WatType.of(group).results();
        out.u8(results.isEmpty() ? 0x40 : WatType.code(results.getFirst()));
    }

    private void branches(Group group) {
        List<SExpr> arms = new ArrayList<>();
        for (SExpr item : group.rest()) {
            if (item instanceof Group arm && isArm(arm)) {
                arms.add(arm);
            } else if (item instanceof Group condition && !isType(condition)) {
                instruction(condition);
            }
        }
        opcode("if");
        blockType(group);
        labels.push(Wat.name(group).orElse(""));
        all(((Group) arms.getFirst()).rest());
        if (arms.size() > 1) {
            out.u8(ELSE);
            all(((Group) arms.getLast()).rest());
        }
        labels.pop();
        out.u8(END);
    }

    private static boolean isArm(Group group) {
        return group.head().equals("then") || group.head().equals("else");
    }

    private void plain(Group group) {
        List<String> immediates = new ArrayList<>();
        for (SExpr item : group.rest()) {
            if (item instanceof Word(var text)) {
                immediates.add(text);
            }
        }
        all(group.rest());
        OpCode code = opcode(group.head());
        immediates(code, group, immediates);
    }

    private OpCode opcode(String mnemonic) {
        var code = OpCode.valueOf(mnemonic.replace('.', '_').toUpperCase(Locale.ROOT));
        if (code.opcode() > 0xff) {
            out.u8(code.opcode() >>> 8).u32(code.opcode() & 0xff);
        } else {
            out.u8(code.opcode());
        }
        return code;
    }

    private void immediates(OpCode code, Group group, List<String> words) {
        switch (code) {
            case I32_CONST -> {
                int value = Long.decode(words.getFirst()).intValue();
                out.signed(value);
            }
            case I64_CONST -> out.signed(Long.decode(words.getFirst()));
            case F32_CONST ->
                    out.littleEndian(
                            Float.floatToRawIntBits(Float.parseFloat(words.getFirst())), 4);
            case F64_CONST ->
                    out.littleEndian(
                            Double.doubleToRawLongBits(Double.parseDouble(words.getFirst())), 8);
            case LOCAL_GET, LOCAL_SET, LOCAL_TEE -> out.u32(index(locals, words.getFirst()));
            case GLOBAL_GET, GLOBAL_SET -> out.u32(index(module.globals, words.getFirst()));
            case CALL, RETURN_CALL, REF_FUNC -> out.u32(index(module.functions, words.getFirst()));
            case CALL_INDIRECT, RETURN_CALL_INDIRECT ->
                    out.u32(WatType.of(group).index(module.types)).u32(0);
            case BR, BR_IF -> out.u32(label(words.getFirst()));
            case BR_TABLE -> {
                out.u32(words.size() - 1);
                words.forEach(word -> out.u32(label(word)));
            }
            case THROW -> out.u32(index(module.tags, words.getFirst()));
            case REF_NULL -> out.u8(0x70);
            case MEMORY_INIT -> out.u32(Long.decode(words.getFirst())).u8(0);
            default -> byEncoding(code, words);
        }
    }

    /** Memory accesses have an alignment and an offset; the rest are indices, 0 if not given. */
    private void byEncoding(OpCode code, List<String> words) {
        for (var encoding : OpCode.signature(code)) {
            switch (encoding) {
                case MEMARG -> out.u32(0).u32(offset(words));
                case VARUINT, BYTE -> out.u32(words.isEmpty() ? 0 : Long.decode(words.getFirst()));
                default -> throw new IllegalArgumentException(code + " " + encoding);
            }
        }
    }

    private static long offset(List<String> words) {
        return words.isEmpty() ? 0 : Long.decode(words.getFirst().substring("offset=".length()));
    }

    private int label(String word) {
        if (!word.startsWith("$")) {
            return Integer.parseInt(word);
        }
        int depth = 0;
        for (String label : labels) {
            if (label.equals(word)) {
                return depth;
            }
            depth++;
        }
        throw new IllegalArgumentException(word);
    }
}
