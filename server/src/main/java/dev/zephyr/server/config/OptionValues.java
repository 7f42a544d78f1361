// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import dev.zephyr.server.config.ProjectFile.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The value of each option: flag before environment before {@code .wws.toml} before default.
 * Confined to the reading thread.
 */
final class OptionValues {

    private final Map<Option<?>, List<String>> flags;
    private final Map<String, String> environment;
    private final Map<String, Setting> settings;
    private final List<String> problems = new ArrayList<>();

    OptionValues(
            Map<Option<?>, List<String>> flags,
            Map<String, String> environment,
            Map<String, Setting> settings) {
        this.flags = flags;
        this.environment = environment;
        this.settings = settings;
    }

    /** The value, or the default if what is set is wrong; then there is a problem more. */
    <T> T get(Option<T> option) {
        Setting given = given(option);
        T value = given == null ? null : option.type().parser().apply(given.texts());
        if (given != null && value == null) {
            String shown = option.type().secret() ? "not shown" : String.join(" ", given.texts());
            problems.add(
                    "%s: %s (expected: %s)"
                            .formatted(given.place(), shown, option.type().expected()));
        }
        return value == null ? byDefault(option) : value;
    }

    /** Whether the value comes from the file in the project. */
    boolean isFromFile(Option<?> option) {
        return settings.containsKey(option.key()) && overriding(option) == null;
    }

    /** One sentence for each option that is set to something wrong. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Where an option is set; null if it is not. */
    private @Nullable Setting given(Option<?> option) {
        Setting overriding = overriding(option);
        return overriding == null ? settings.get(option.key()) : overriding;
    }

    /** Flag or variable; an empty variable counts as unset. */
    private @Nullable Setting overriding(Option<?> option) {
        List<String> flag = flags.get(option);
        if (flag != null) {
            return new Setting(option.flag(), flag);
        }
        String variable = environment.get(option.variable());
        if (variable != null && !variable.isBlank()) {
            List<String> texts =
                    option.type().repeatable()
                            ? Arrays.asList(variable.strip().split("\\s+"))
                            : List.of(variable);
            return new Setting(option.variable(), texts);
        }
        return null;
    }

    private static <T> T byDefault(Option<T> option) {
        T value = option.type().parser().apply(List.of(option.defaultText()));
        if (value == null) {
            throw new IllegalStateException(option.flag() + ": its own default is wrong");
        }
        return value;
    }
}
