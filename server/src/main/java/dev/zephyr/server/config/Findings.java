// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlPosition;

/** The problems and warnings found while one file is read. Confined to the reading thread. */
final class Findings {

    private final Path file;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();

    Findings(Path file) {
        this.file = file;
    }

    void problem(@Nullable TomlPosition at, String key, String found, String expected) {
        problems.add(make(at, key, found, expected));
    }

    void warning(@Nullable TomlPosition at, String key, String found, String expected) {
        warnings.add(make(at, key, found, expected));
    }

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    List<Problem> warnings() {
        return List.copyOf(warnings);
    }

    /** {@code file:line:column: key}. */
    String place(@Nullable TomlPosition at, String key) {
        return at == null
                ? file + ": " + key
                : file + ":" + at.line() + ":" + at.column() + ": " + key;
    }

    private Problem make(@Nullable TomlPosition at, String key, String found, String expected) {
        return at == null
                ? new Problem(file, 0, 0, key, found, expected)
                : new Problem(file, at.line(), at.column(), key, found, expected);
    }
}
