// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.worker.SExpr.Group;
import dev.zephyr.server.worker.SExpr.Text;
import dev.zephyr.server.worker.SExpr.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Assembles the part of the WebAssembly text format that the tests use: modules with imports,
 * functions, one memory, one table, globals, tags, and their segments. Folded instructions only.
 * Confined to one thread.
 */
final class Wat {

    private static final byte[] HEADER = {0, 'a', 's', 'm', 1, 0, 0, 0};

    final List<byte[]> types = new ArrayList<>();
    final Map<String, Integer> functions = new HashMap<>();
    final Map<String, Integer> globals = new HashMap<>();
    final Map<String, Integer> tags = new HashMap<>();

    private final List<byte[]> imports = new ArrayList<>();
    private final List<byte[]> functionTypes = new ArrayList<>();
    private final List<byte[]> tables = new ArrayList<>();
    private final List<byte[]> memories = new ArrayList<>();
    private final List<byte[]> tagTypes = new ArrayList<>();
    private final List<byte[]> globalBodies = new ArrayList<>();
    private final List<byte[]> exports = new ArrayList<>();
    private final List<byte[]> elements = new ArrayList<>();
    private final List<byte[]> bodies = new ArrayList<>();
    private final List<byte[]> data = new ArrayList<>();
    private int start = -1;

    private Wat() {}

    /** Assembles {@code (module ...)}. */
    static byte[] assemble(String source) {
        return new Wat().module(SExpr.parse(source));
    }

    private byte[] module(Group module) {
        List<Group> fields = module.rest().stream().map(Group.class::cast).toList();
        int index = 0;
        for (Group field : fields) {
            if (field.head().equals("import")) {
                declareImport(field, index++);
            }
        }
        for (Group field : fields) {
            if (field.head().equals("func")) {
                name(field).ifPresent(nameFunction(index));
                index++;
            }
        }
        fields.forEach(this::field);
        return write();
    }

    private Consumer<String> nameFunction(int index) {
        return name -> functions.put(name, index);
    }

    private void declareImport(Group field, int index) {
        var function = (Group) field.items().get(3);
        name(function).ifPresent(nameFunction(index));
        imports.add(
                new WasmBytes()
                        .name(((Text) field.items().get(1)).name())
                        .name(((Text) field.items().get(2)).name())
                        .u8(0)
                        .u32(WatType.of(function).index(types))
                        .toArray());
    }

    private void field(Group field) {
        switch (field.head()) {
            case "import" -> {}
            case "func" -> function(field);
            case "memory" -> memory(field);
            case "table" -> table(field);
            case "global" -> global(field);
            case "tag" -> tag(field);
            case "data" -> dataSegment(field);
            case "elem" -> element(field);
            case "start" -> start = index(functions, word(field, 1));
            default -> throw new IllegalArgumentException(field.head());
        }
    }

    private void function(Group field) {
        int index = imports.size() + bodies.size();
        export(field, 0, index);
        functionTypes.add(new WasmBytes().u32(WatType.of(field).index(types)).toArray());
        bodies.add(new WasmBytes().sized(new WatCode(this, field).body()).toArray());
    }

    private void memory(Group field) {
        export(field, 2, 0);
        memories.add(limits(numbers(field)));
    }

    private void table(Group field) {
        export(field, 1, 0);
        tables.add(new WasmBytes().u8(0x70).raw(limits(numbers(field))).toArray());
    }

    private static byte[] limits(List<Long> numbers) {
        var out = new WasmBytes().u8(numbers.size() - 1);
        numbers.forEach(out::u32);
        return out.toArray();
    }

    private void global(Group field) {
        int index = globals.size();
        name(field).ifPresent(name -> globals.put(name, index));
        SExpr type = field.items().get(2);
        boolean mutable = type instanceof Group;
        String valueType = mutable ? word((Group) type, 1) : ((Word) type).text();
        globalBodies.add(
                new WasmBytes()
                        .u8(WatType.code(valueType))
                        .u8(mutable ? 1 : 0)
                        .raw(new WatCode(this).constant((Group) field.items().get(3)))
                        .toArray());
    }

    private void tag(Group field) {
        int index = tags.size();
        name(field).ifPresent(name -> tags.put(name, index));
        tagTypes.add(new WasmBytes().u8(0).u32(WatType.of(field).index(types)).toArray());
    }

    private void dataSegment(Group field) {
        var bytes = new WasmBytes();
        for (SExpr item : field.rest()) {
            if (item instanceof Text text) {
                bytes.raw(text.bytes());
            }
        }
        var out = new WasmBytes();
        if (field.items().get(1) instanceof Group offset) {
            out.u8(0).raw(new WatCode(this).constant(offset));
        } else {
            out.u8(1);
        }
        data.add(out.sized(bytes.toArray()).toArray());
    }

    private void element(Group field) {
        var out = new WasmBytes().u8(0);
        out.raw(new WatCode(this).constant((Group) field.items().get(1)));
        List<SExpr> names = field.items().subList(2, field.items().size());
        out.u32(names.size());
        names.forEach(name -> out.u32(index(functions, ((Word) name).text())));
        elements.add(out.toArray());
    }

    private void export(Group field, int kind, int index) {
        for (SExpr item : field.rest()) {
            if (item instanceof Group group && group.head().equals("export")) {
                String name = ((Text) group.items().get(1)).name();
                exports.add(new WasmBytes().name(name).u8(kind).u32(index).toArray());
            }
        }
    }

    private byte[] write() {
        var out = new WasmBytes().raw(HEADER);
        out.section(1, types).section(2, imports).section(3, functionTypes);
        out.section(4, tables).section(5, memories).section(13, tagTypes);
        out.section(6, globalBodies).section(7, exports);
        if (start >= 0) {
            out.u8(8).sized(new WasmBytes().u32(start).toArray());
        }
        out.section(9, elements);
        if (!data.isEmpty()) {
            out.u8(12).sized(new WasmBytes().u32(data.size()).toArray());
        }
        return out.section(10, bodies).section(11, data).toArray();
    }

    static Optional<String> name(Group field) {
        return field.items().size() > 1
                        && field.items().get(1) instanceof Word(var text)
                        && text.startsWith("$")
                ? Optional.of(text)
                : Optional.empty();
    }

    /** What a {@code $name} or a number refers to. */
    static int index(Map<String, Integer> names, String word) {
        return word.startsWith("$")
                ? Objects.requireNonNull(names.get(word), word)
                : Integer.parseInt(word);
    }

    static String word(Group group, int index) {
        return ((Word) group.items().get(index)).text();
    }

    private static List<Long> numbers(Group field) {
        List<Long> numbers = new ArrayList<>();
        for (SExpr item : field.rest()) {
            if (item instanceof Word(var text) && Character.isDigit(text.charAt(0))) {
                numbers.add(Long.decode(text));
            }
        }
        return numbers;
    }
}
