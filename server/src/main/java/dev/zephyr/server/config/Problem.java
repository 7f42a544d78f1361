// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.nio.file.Path;

/**
 * Something wrong in what a person configured, and where. Immutable.
 *
 * @param file where it stands
 * @param line counted from 1; 0 if it concerns the whole file
 * @param column counted from 1; 0 if unknown
 * @param key dotted; empty if no key is concerned
 * @param found what is there
 * @param expected what should be; empty if {@code found} says it
 */
public record Problem(Path file, int line, int column, String key, String found, String expected) {

    /** A problem of a whole file. */
    public static Problem ofFile(Path file, String found, String expected) {
        return new Problem(file, 0, 0, "", found, expected);
    }

    /** {@code file:line:column: key: found (expected: …)}, without the parts that are unknown. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(file);
        if (line > 0) {
            text.append(':').append(line).append(':').append(column);
        }
        text.append(": ");
        if (!key.isEmpty()) {
            text.append(key).append(": ");
        }
        text.append(found);
        if (!expected.isEmpty()) {
            text.append(" (expected: ").append(expected).append(')');
        }
        return text.toString();
    }
}
