// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code [vars]}: a value that starts with a dollar sign and has no space names a variable of the
 * server's environment; {@code $$} stands for the dollar sign itself. Thread-safe.
 */
final class VariableExpansion {

    private final Map<String, String> environment;

    VariableExpansion(Map<String, String> environment) {
        this.environment = environment;
    }

    Map<String, String> expand(TomlSection vars) {
        Map<String, String> expanded = new LinkedHashMap<>();
        vars.texts().forEach((key, text) -> expanded.put(key, expand(vars, key, text)));
        return expanded;
    }

    private String expand(TomlSection vars, String key, String text) {
        if (!text.startsWith("$") || text.indexOf(' ') >= 0) {
            return text;
        }
        String variable = text.substring(1);
        if (variable.startsWith("$")) {
            return variable;
        }
        String value = environment.get(variable);
        if (value == null) {
            vars.warning(
                    key,
                    text + " is not set, the variable is empty",
                    "a variable of the server's environment, or $" + text + " for the text itself");
            return "";
        }
        return value;
    }
}
