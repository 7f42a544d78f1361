// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Writes modules at random that end: functions call only functions before them, loops are counted.
 * They compute on integers, floats, globals, memory and a table, may grow, may trap, and print
 * their memory and globals at the end. Confined to one thread.
 */
final class RandomModule {

    private static final int FUNCTIONS = 5;
    private static final int DEPTH_MAX = 4;

    private static final List<String> I32_BINARY =
            List.of(
                    "add", "sub", "mul", "and", "or", "xor", "shl", "shr_s", "shr_u", "rotl",
                    "rotr", "div_s", "div_u", "rem_s", "rem_u", "eq", "ne", "lt_s", "lt_u", "gt_s",
                    "gt_u", "le_s", "le_u", "ge_s", "ge_u");
    private static final List<String> I64_BINARY = I32_BINARY.subList(0, 15);
    private static final List<String> F64_BINARY =
            List.of("add", "sub", "mul", "div", "min", "max", "copysign");
    private static final List<String> UNARY = List.of("clz", "ctz", "popcnt");
    private static final List<String> I32_LOADS =
            List.of("i32.load", "i32.load8_s", "i32.load8_u", "i32.load16_s", "i32.load16_u");
    private static final List<String> I64_LOADS =
            List.of("i64.load", "i64.load8_u", "i64.load16_s", "i64.load32_s", "i64.load32_u");

    private final RandomGenerator random;
    private int callable;

    private RandomModule(RandomGenerator random) {
        this.random = random;
    }

    /** The text of a module. */
    static String wat(RandomGenerator random) {
        return new RandomModule(random).module();
    }

    private String module() {
        var out = new StringBuilder("(module\n");
        out.append("(import \"wasi_snapshot_preview1\" \"fd_write\"");
        out.append(" (func $write (param i32 i32 i32 i32) (result i32)))\n");
        out.append("(memory ").append(1 + random.nextInt(2)).append(" 4)\n");
        out.append("(table 8 funcref) (elem (i32.const 0) $f0 $f1 $f2)\n");
        out.append("(global $a (mut i32) (i32.const ").append(random.nextInt()).append("))\n");
        out.append("(global $b (mut i64) (i64.const ").append(random.nextLong()).append("))\n");
        out.append("(global $c (mut f64) (f64.const 1.5))\n");
        out.append("(data (i32.const ").append(4090 + random.nextInt(20)).append(") \"secret\")\n");
        for (int i = 0; i < FUNCTIONS; i++) {
            callable = i;
            out.append("(func $f").append(i).append(" (param $x i32) (param $y i64) (result i32)");
            out.append(" (local $i i32) (local $z f64)\n");
            statements(out, 2 + random.nextInt(5), 0);
            out.append(i32(0)).append(")\n");
        }
        callable = FUNCTIONS;
        out.append("(func (export \"_start\") (local $x i32) (local $y i64) (local $i i32)");
        out.append(" (local $z f64)\n");
        statements(out, 6, 0);
        return out.append(print()).append("))").toString();
    }

    /** Puts the globals into the memory and prints its first 64 KiB. */
    private static String print() {
        return """
        (i32.store (i32.const 64) (global.get $a))
        (i64.store (i32.const 72) (global.get $b))
        (i32.store (i32.const 80) (i32.trunc_sat_f64_s (global.get $c)))
        (i32.store (i32.const 84) (memory.size))
        (i32.store (i32.const 8) (i32.const 0))
        (i32.store (i32.const 12) (i32.const 65536))
        (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 16)))
        """;
    }

    private void statements(StringBuilder out, int count, int depth) {
        for (int i = 0; i < count; i++) {
            out.append(statement(depth)).append('\n');
        }
    }

    private String block(int depth) {
        var out = new StringBuilder();
        statements(out, 1 + random.nextInt(2), depth + 1);
        return out.toString();
    }

    private String statement(int depth) {
        int kind = random.nextInt(depth >= 2 ? 10 : 13);
        return switch (kind) {
            case 0 -> "(local.set $x " + i32(0) + ")";
            case 1 -> "(local.set $y " + i64(0) + ")";
            case 2 -> "(local.set $z " + f64(0) + ")";
            case 3 -> "(global.set $a " + i32(0) + ")";
            case 4 -> "(global.set $b " + i64(0) + ")";
            case 5 -> "(global.set $c " + f64(0) + ")";
            case 6 -> "(i32.store" + pick(List.of("", "8", "16")) + " " + address() + i32(0) + ")";
            case 7 -> "(i64.store" + pick(List.of("", "32")) + " " + address() + i64(0) + ")";
            case 8 ->
                    pick(List.of("(memory.fill ", "(memory.copy "))
                            + address()
                            + address()
                            + "(i32.const "
                            + random.nextInt(9000)
                            + "))";
            case 9 -> "(drop (memory.grow (i32.const " + random.nextInt(2) + ")))";
            case 10 ->
                    "(if " + i32(0) + " (then " + block(depth) + ") (else " + block(depth) + "))";
            case 11 ->
                    "(block $out "
                            + block(depth)
                            + "(br_if $out "
                            + i32(0)
                            + ")"
                            + block(depth)
                            + ")";
            default -> loop(depth);
        };
    }

    /** Counts a local down, which no statement inside of it touches. */
    private String loop(int depth) {
        return depth > 0
                ? "(nop)"
                : "(local.set $i (i32.const %d)) (loop $l %s"
                                .formatted(random.nextInt(15), block(2))
                        + "(local.set $i (i32.sub (local.get $i) (i32.const 1)))"
                        + "(br_if $l (i32.gt_s (local.get $i) (i32.const 0))))";
    }

    /** Mostly inside of the memory, at any alignment; now and then anywhere. */
    private String address() {
        return random.nextInt(200) == 0
                ? i32(DEPTH_MAX)
                : "(i32.and " + i32(DEPTH_MAX - 1) + " (i32.const 0xEFFF)) ";
    }

    private String i32(int depth) {
        int kind = random.nextInt(depth >= DEPTH_MAX ? 4 : 14);
        return switch (kind) {
            case 0 -> "(i32.const " + constant() + ")";
            case 1 -> "(local.get $x)";
            case 2 -> "(global.get $a)";
            case 3 -> "(local.get $i)";
            case 4, 5, 6 -> binary("i32", I32_BINARY, i32(depth + 1), i32(depth + 1));
            case 7 -> "(i32." + pick(UNARY) + " " + i32(depth + 1) + ")";
            case 8 -> "(" + pick(I32_LOADS) + " " + address() + ")";
            case 9 -> "(i32.wrap_i64 " + i64(depth + 1) + ")";
            case 10 -> "(i32.trunc_sat_f64_" + pick(List.of("s", "u")) + " " + f64(depth + 1) + ")";
            case 11 -> binary("f64", List.of("lt", "gt", "eq"), f64(depth + 1), f64(depth + 1));
            case 12 ->
                    "(select " + i32(depth + 1) + " " + i32(depth + 1) + " " + i32(depth + 1) + ")";
            default -> call(depth);
        };
    }

    private String call(int depth) {
        if (callable == 0) {
            return "(memory.size)";
        }
        String arguments = i32(depth + 1) + " " + i64(depth + 1);
        int target = random.nextInt(callable);
        if (callable == FUNCTIONS && random.nextInt(3) == 0) {
            int element = random.nextInt(50) == 0 ? 5 : random.nextInt(3);
            return "(call_indirect (param i32 i64) (result i32) %s (i32.const %d))"
                    .formatted(arguments, element);
        }
        return "(call $f" + target + " " + arguments + ")";
    }

    private String i64(int depth) {
        int kind = random.nextInt(depth >= DEPTH_MAX ? 3 : 9);
        return switch (kind) {
            case 0 -> "(i64.const " + (random.nextBoolean() ? random.nextLong() : constant()) + ")";
            case 1 -> "(local.get $y)";
            case 2 -> "(global.get $b)";
            case 3, 4, 5 -> binary("i64", I64_BINARY, i64(depth + 1), i64(depth + 1));
            case 6 -> "(i64.extend_i32_" + pick(List.of("s", "u")) + " " + i32(depth + 1) + ")";
            case 7 -> "(" + pick(I64_LOADS) + " " + address() + ")";
            default -> "(i64.trunc_sat_f64_s " + f64(depth + 1) + ")";
        };
    }

    private String f64(int depth) {
        int kind = random.nextInt(depth >= DEPTH_MAX ? 3 : 7);
        return switch (kind) {
            case 0 -> "(f64.const " + random.nextInt(1000) + ".25)";
            case 1 -> "(local.get $z)";
            case 2 -> "(global.get $c)";
            case 3, 4 -> binary("f64", F64_BINARY, f64(depth + 1), f64(depth + 1));
            case 5 -> "(f64.convert_i32_" + pick(List.of("s", "u")) + " " + i32(depth + 1) + ")";
            default ->
                    "(f64."
                            + pick(List.of("abs", "neg", "sqrt", "floor", "nearest"))
                            + " "
                            + f64(depth + 1)
                            + ")";
        };
    }

    private String binary(String type, List<String> operators, String left, String right) {
        return "(" + type + "." + pick(operators) + " " + left + " " + right + ")";
    }

    private int constant() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt();
            case 1 -> 1 << random.nextInt(32);
            default -> random.nextInt(256) - 100;
        };
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
