// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.util.Locale;

/**
 * One thing that can be set: by a flag, else by the environment, else in {@code .wws.toml}, else
 * the default. Immutable.
 *
 * @param name of the flag, without the dashes
 * @param letter of the short flag; empty without one
 * @param key in {@code .wws.toml}, dotted; empty if it can't be set there
 * @param defaultText as somebody would write it
 * @param meaning one sentence
 */
public record Option<T>(
        String name,
        String letter,
        String key,
        ValueType<T> type,
        String defaultText,
        String meaning) {

    static <T> Option<T> of(
            String name, String key, ValueType<T> type, String defaultText, String meaning) {
        return new Option<>(name, "", key, type, defaultText, meaning);
    }

    /** Such as {@code --max-body}. */
    public String flag() {
        return "--" + name;
    }

    /** Such as {@code WWS_MAX_BODY}. */
    public String variable() {
        return "WWS_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
