// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * One table of a TOML file. Each getter yields the value, or null if the key is absent or its value
 * wrong; what is wrong goes to the findings, and so do, in the end, the keys that nobody asked for.
 * Confined to the reading thread.
 */
final class TomlSection {

    private static final int SHOWN_CHARS_MAX = 60;

    private final Findings findings;
    private final String name;
    private final TomlTable table;
    private final Set<String> asked = new LinkedHashSet<>();

    /**
     * @param name dotted, empty for the whole file
     */
    TomlSection(Findings findings, String name, TomlTable table) {
        this.findings = findings;
        this.name = name;
        this.table = table;
    }

    Set<String> keys() {
        return table.keySet();
    }

    String path(String key) {
        return name.isEmpty() ? key : name + "." + key;
    }

    @Nullable TomlPosition position(String key) {
        return table.inputPositionOf(List.of(key));
    }

    /** {@code file:line:column: key}, for a message that somebody else completes. */
    String place(String key) {
        return findings.place(position(key), path(key));
    }

    void problem(String key, String found, String expected) {
        findings.problem(position(key), path(key), found, expected);
    }

    void warning(String key, String found, String expected) {
        findings.warning(position(key), path(key), found, expected);
    }

    /** Says that a key which must be here is not. */
    void missing(String key, String expected) {
        findings.problem(null, path(key), "missing", expected);
    }

    @Nullable Object value(String key) {
        asked.add(key);
        return table.get(List.of(key));
    }

    @Nullable String string(String key, String expected) {
        return typed(key, String.class, expected);
    }

    @Nullable Boolean bool(String key) {
        return typed(key, Boolean.class, "true or false");
    }

    @Nullable Long integer(String key, long min, long max) {
        String expected = "a whole number from " + min + " to " + max;
        Long value = typed(key, Long.class, expected);
        if (value != null && (value < min || value > max)) {
            problem(key, value.toString(), expected);
            return null;
        }
        return value;
    }

    @Nullable Duration duration(String key, Duration min, Duration max) {
        String expected =
                "a time span from \"%s\" to \"%s\""
                        .formatted(Quantity.format(min), Quantity.format(max));
        String text = typed(key, String.class, expected);
        if (text == null) {
            return null;
        }
        Duration span = Quantity.duration(text);
        if (span == null || span.compareTo(min) < 0 || span.compareTo(max) > 0) {
            problem(key, quote(text), expected);
            return null;
        }
        return span;
    }

    @Nullable Long bytes(String key, long min, long max) {
        String expected =
                "a size from \"%s\" to \"%s\""
                        .formatted(Quantity.format(min), Quantity.format(max));
        Object value = value(key);
        Long bytes =
                switch (value) {
                    case Long number -> number;
                    case String text -> Quantity.bytes(text);
                    case null, default -> null;
                };
        if (value != null && (bytes == null || bytes < min || bytes > max)) {
            problem(key, show(value), expected);
            return null;
        }
        return bytes;
    }

    @Nullable List<String> strings(String key) {
        String expected = "a list of strings";
        TomlArray array = typed(key, TomlArray.class, expected);
        if (array == null) {
            return null;
        }
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            if (array.get(i) instanceof String text) {
                strings.add(text);
            } else {
                findings.problem(
                        array.inputPositionOf(i),
                        path(key) + "[" + i + "]",
                        show(array.get(i)),
                        "a string");
            }
        }
        return strings;
    }

    @Nullable TomlSection section(String key) {
        TomlTable inner = typed(key, TomlTable.class, "a table");
        return inner == null ? null : new TomlSection(findings, path(key), inner);
    }

    /** {@code [[key]]}; empty if absent. */
    List<TomlSection> sections(String key) {
        TomlArray array = typed(key, TomlArray.class, "tables, each headed [[" + path(key) + "]]");
        List<TomlSection> sections = new ArrayList<>();
        for (int i = 0; array != null && i < array.size(); i++) {
            String inner = path(key) + "[" + i + "]";
            if (array.get(i) instanceof TomlTable t) {
                sections.add(new TomlSection(findings, inner, t));
            } else {
                findings.problem(array.inputPositionOf(i), inner, show(array.get(i)), "a table");
            }
        }
        return sections;
    }

    /**
     * All keys of this table with their texts; values are not shown in problems: they may be
     * secret.
     */
    Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String key : table.keySet()) {
            if (value(key) instanceof String text) {
                texts.put(key, text);
            } else {
                problem(key, "not a string", "a string in quotes");
            }
        }
        return texts;
    }

    /** Warns of the keys that nobody asked for; last call. */
    void warnOfUnknownKeys() {
        for (String key : table.keySet()) {
            if (!asked.contains(key)) {
                String expected =
                        Suggestion.of(key, asked).orElseGet(() -> String.join(", ", asked));
                warning(key, "unknown key, ignored", expected);
            }
        }
    }

    private <T> @Nullable T typed(String key, Class<T> type, String expected) {
        Object value = value(key);
        if (value == null || type.isInstance(value)) {
            return type.cast(value);
        }
        problem(key, show(value), expected);
        return null;
    }

    private static String show(Object value) {
        return switch (value) {
            case String text -> quote(text);
            case TomlTable _ -> "a table";
            case TomlArray _ -> "a list";
            default -> value.toString();
        };
    }

    static String quote(String text) {
        String shown =
                text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "…";
        return '"' + shown.replace("\n", "\\n").replace("\r", "\\r") + '"';
    }
}
