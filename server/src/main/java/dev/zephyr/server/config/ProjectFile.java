// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.util.List;
import java.util.Map;

/** What became of {@code .wws.toml}. */
sealed interface ProjectFile {

    /** Written by hand, or by another server's {@code runtimes} command. */
    String NAME = ".wws.toml";

    /** There is none. */
    record Absent() implements ProjectFile {}

    /** It is not what wws would read either; wws goes on without it. */
    record Ignored(List<Problem> problems) implements ProjectFile {}

    /** A section of ours is wrong, and nobody wants defaults in place of what was meant. */
    record Broken(List<Problem> problems) implements ProjectFile {}

    /**
     * It can be used.
     *
     * @param settings by dotted key
     * @param runtimes names of the language runtimes that the project wants
     */
    record Read(
            Map<String, Setting> settings,
            FileSettings files,
            List<String> runtimes,
            List<Problem> warnings)
            implements ProjectFile {}

    /**
     * The value of a key.
     *
     * @param place file, line, column and key
     * @param texts one, or those of a list
     */
    record Setting(String place, List<String> texts) {}
}
