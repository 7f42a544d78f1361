// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.worker.SExpr.Group;
import dev.zephyr.server.worker.SExpr.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A function type: what the groups of a field say about its parameters and results. Immutable. */
record WatType(List<String> parameters, List<String> results) {

    static WatType of(Group field) {
        List<String> parameters = new ArrayList<>();
        List<String> results = new ArrayList<>();
        for (SExpr item : field.rest()) {
            if (item instanceof Group group && group.head().equals("param")) {
                parameters.addAll(types(group));
            } else if (item instanceof Group group && group.head().equals("result")) {
                results.addAll(types(group));
            }
        }
        return new WatType(parameters, results);
    }

    /** The value types in {@code (param $name i32)}, names left out. */
    static List<String> types(Group group) {
        return group.rest().stream()
                .map(item -> ((Word) item).text())
                .filter(text -> !text.startsWith("$"))
                .toList();
    }

    static int code(String type) {
        return switch (type) {
            case "i32" -> 0x7f;
            case "i64" -> 0x7e;
            case "f32" -> 0x7d;
            case "f64" -> 0x7c;
            case "funcref" -> 0x70;
            default -> throw new IllegalArgumentException(type);
        };
    }

    /** Where this type is in a type section; added if it is not there. */
    int index(List<byte[]> section) {
        var out = new WasmBytes().u8(0x60).u32(parameters.size());
        parameters.forEach(type -> out.u8(code(type)));
        out.u32(results.size());
        results.forEach(type -> out.u8(code(type)));
        byte[] encoded = out.toArray();
        for (int i = 0; i < section.size(); i++) {
            if (Arrays.equals(section.get(i), encoded)) {
                return i;
            }
        }
        section.add(encoded);
        return section.size() - 1;
    }
}
