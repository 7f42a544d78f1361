// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads what wws keeps in {@code .wws.toml}: the repositories of language runtimes. Confined to the
 * reading thread.
 *
 * <p>The runtimes can't be run here; the keys are checked because a file that wws would not take is
 * not taken here either.
 */
final class RepositoriesReader {

    private static final Set<String> STATES = Set.of("active", "yanked", "deprecated", "unknown");
    private static final String TEXT = "a string";

    private RepositoriesReader() {}

    /** The names of the runtimes, with their versions. */
    static List<String> runtimes(TomlSection toml) {
        List<String> names = new ArrayList<>();
        toml.integer("version", 0, (1L << 32) - 1);
        for (TomlSection repository : toml.sections("repositories")) {
            required(repository, "name");
            required(repository, "url");
            for (TomlSection runtime : repository.sections("runtimes")) {
                names.add(runtime(runtime));
            }
            repository.warnOfUnknownKeys();
        }
        return List.copyOf(names);
    }

    private static String runtime(TomlSection runtime) {
        String name = required(runtime, "name") + " " + required(runtime, "version");
        String status = required(runtime, "status");
        if (!status.isEmpty() && !STATES.contains(status)) {
            runtime.problem(
                    "status", TomlSection.quote(status), "active, yanked, deprecated or unknown");
        }
        runtime.strings("tags");
        for (String list : List.of("extensions", "args")) {
            if (runtime.strings(list) == null && !runtime.keys().contains(list)) {
                runtime.missing(list, "a list of strings");
            }
        }
        TomlSection variables = runtime.section("envs");
        if (variables != null) {
            variables.texts();
        }
        if (!runtime.keys().contains("binary")) {
            runtime.missing("binary", "a table with url, filename and checksum");
        }
        for (String key : List.of("binary", "polyfill", "wrapper", "template")) {
            TomlSection file = runtime.section(key);
            if (file != null) {
                file(file);
            }
        }
        runtime.warnOfUnknownKeys();
        return name;
    }

    private static void file(TomlSection file) {
        required(file, "url");
        required(file, "filename");
        TomlSection checksum = file.section("checksum");
        if (checksum == null) {
            if (!file.keys().contains("checksum")) {
                file.missing("checksum", "a table with type and value");
            }
        } else {
            required(checksum, "type");
            required(checksum, "value");
            checksum.warnOfUnknownKeys();
        }
        file.warnOfUnknownKeys();
    }

    /** Empty if it is missing or wrong. */
    private static String required(TomlSection section, String key) {
        String text = section.string(key, TEXT);
        if (text == null && !section.keys().contains(key)) {
            section.missing(key, TEXT);
        }
        return text == null ? "" : text;
    }
}
