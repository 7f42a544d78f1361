// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import dev.zephyr.server.http.TrustedProxies.Network;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the text of an option becomes a value. Immutable.
 *
 * @param placeholder stands for the value in the help; empty for a switch
 * @param expected what a text must be, for messages
 * @param repeatable whether several texts make one value
 * @param secret whether a text may hold a password, so that it is never shown
 * @param parser null if the texts are wrong
 */
public record ValueType<T>(
        String placeholder,
        String expected,
        boolean repeatable,
        boolean secret,
        Function<List<String>, @Nullable T> parser) {

    private static final Set<String> STORES =
            Set.of("memory", "file", "postgresql", "postgres", "redis", "rediss", "valkey");

    /** Whether a flag of this type stands alone. */
    public boolean isSwitch() {
        return placeholder.isEmpty();
    }

    static ValueType<Boolean> toggle() {
        return one(
                "",
                "true or false",
                text ->
                        switch (text.toLowerCase(Locale.ROOT)) {
                            case "true", "1", "yes", "on" -> true;
                            case "false", "0", "no", "off", "" -> false;
                            default -> null;
                        });
    }

    static ValueType<String> text(String placeholder) {
        return one(placeholder, "text", text -> text);
    }

    static ValueType<Optional<Path>> optionalPath() {
        return one("PATH", "a path", optional(ValueType::path));
    }

    static ValueType<Integer> number(int min, int max) {
        return one("N", range(min, max), text -> number(text, min, max));
    }

    static ValueType<Optional<Integer>> optionalNumber(int min, int max) {
        return one("N", range(min, max), optional(text -> number(text, min, max)));
    }

    static ValueType<Long> size(long min, long max) {
        String expected = "a size from " + Quantity.format(min) + " to " + Quantity.format(max);
        return one(
                "SIZE",
                expected,
                text -> {
                    Long bytes = Quantity.bytes(text);
                    return bytes == null || bytes < min || bytes > max ? null : bytes;
                });
    }

    static ValueType<Duration> span(Duration min, Duration max) {
        String expected =
                "a time span from " + Quantity.format(min) + " to " + Quantity.format(max);
        return one(
                "TIME",
                expected,
                text -> {
                    Duration span = Quantity.duration(text);
                    boolean fits =
                            span != null && span.compareTo(min) >= 0 && span.compareTo(max) <= 0;
                    return fits ? span : null;
                });
    }

    static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
        E[] constants = type.getEnumConstants();
        List<String> names = Arrays.stream(constants).map(ValueType::lowerCase).toList();
        return one(
                "NAME",
                String.join(", ", names),
                text -> {
                    int index = names.indexOf(text.toLowerCase(Locale.ROOT));
                    return index < 0 ? null : constants[index];
                });
    }

    static ValueType<Optional<String>> storeUrl() {
        String expected = "memory:, file:PATH, postgresql://… or redis://…";
        return new ValueType<>(
                "URL",
                expected,
                false,
                true,
                texts -> {
                    String text = texts.getLast();
                    int colon = text.indexOf(':');
                    boolean known = colon > 0 && STORES.contains(text.substring(0, colon));
                    return text.isEmpty() || known ? present(text) : null;
                });
    }

    static ValueType<List<Glob>> globs() {
        return several(
                "GLOB",
                "a pattern such as drafts/**",
                text ->
                        switch (Glob.parse(text)) {
                            case Glob.Parsed.Valid(var glob) -> glob;
                            case Glob.Parsed.Invalid _ -> null;
                        });
    }

    static ValueType<List<String>> origins() {
        return several(
                "ORIGIN",
                "an origin such as https://example.org, or *",
                text -> text.chars().allMatch(c -> c > ' ' && c < 0x7f && c != ',') ? text : null);
    }

    static ValueType<List<Network>> addressRanges() {
        return several(
                "ADDRESS",
                "an address, or a range such as 10.0.0.0/8",
                text -> Network.parse(text).orElse(null));
    }

    private static <T> ValueType<T> one(
            String placeholder, String expected, Function<String, @Nullable T> parser) {
        return new ValueType<>(
                placeholder, expected, false, false, texts -> parser.apply(texts.getLast()));
    }

    /** Empty texts are left out. */
    private static <T> ValueType<List<T>> several(
            String placeholder, String expected, Function<String, @Nullable T> parser) {
        return new ValueType<>(
                placeholder,
                expected,
                true,
                false,
                texts -> {
                    List<T> values = new ArrayList<>();
                    for (String text : texts) {
                        T value = text.isEmpty() ? null : parser.apply(text);
                        if (value != null) {
                            values.add(value);
                        } else if (!text.isEmpty()) {
                            return null;
                        }
                    }
                    return List.copyOf(values);
                });
    }

    /** Reads an empty text as nothing; gives null for one that is wrong. */
    private static <T> Function<String, @Nullable Optional<T>> optional(
            Function<String, @Nullable T> parser) {
        return text -> {
            if (text.isEmpty()) {
                return Optional.empty();
            }
            T value = parser.apply(text);
            return value == null ? null : Optional.of(value);
        };
    }

    private static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static @Nullable Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static @Nullable Integer number(String text, int min, int max) {
        try {
            int number = Integer.parseInt(text);
            return number < min || number > max ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static String range(int min, int max) {
        return "a whole number from " + min + " to " + max;
    }

    static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
