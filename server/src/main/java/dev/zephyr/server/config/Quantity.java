// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How people write a time span ({@code 500ms}, {@code 5s}) and a number of bytes ({@code 64MiB}): a
 * whole number and a unit. Thread-safe.
 */
final class Quantity {

    private record Unit(String name, long factor) {}

    /** In nanoseconds, largest first. */
    private static final List<Unit> TIMES =
            List.of(
                    new Unit("d", 86_400_000_000_000L),
                    new Unit("h", 3_600_000_000_000L),
                    new Unit("m", 60_000_000_000L),
                    new Unit("s", 1_000_000_000L),
                    new Unit("ms", 1_000_000L),
                    new Unit("us", 1_000L));

    /** In bytes; the binary ones, which are also used to write a size, largest first. */
    private static final List<Unit> SIZES =
            List.of(
                    new Unit("GiB", 1L << 30),
                    new Unit("MiB", 1L << 20),
                    new Unit("KiB", 1L << 10),
                    new Unit("B", 1),
                    new Unit("GB", 1_000_000_000L),
                    new Unit("MB", 1_000_000L),
                    new Unit("KB", 1_000L));

    private static final int DIGITS_MAX = 12;

    private Quantity() {}

    /** Null if the text is no time span. */
    static @Nullable Duration duration(String text) {
        Long nanos = parse(text, TIMES);
        return nanos == null ? null : Duration.ofNanos(nanos);
    }

    /** Null if the text is no number of bytes; a bare number counts bytes. */
    static @Nullable Long bytes(String text) {
        return parse(
                text.isEmpty() || !isDigit(text.charAt(text.length() - 1)) ? text : text + "B",
                SIZES);
    }

    /** The shortest exact form, such as {@code 30s}. */
    static String format(Duration span) {
        return format(span.toNanos(), TIMES, "ns");
    }

    /** The shortest exact form, such as {@code 64MiB}. */
    static String format(long bytes) {
        return format(bytes, SIZES, "B");
    }

    private static String format(long amount, List<Unit> units, String smallest) {
        for (Unit unit : units) {
            if (amount != 0 && amount % unit.factor == 0) {
                return amount / unit.factor + unit.name;
            }
        }
        return amount + smallest;
    }

    private static @Nullable Long parse(String text, List<Unit> units) {
        int digits = 0;
        while (digits < text.length() && isDigit(text.charAt(digits))) {
            digits++;
        }
        if (digits == 0 || digits > DIGITS_MAX) {
            return null;
        }
        String name = text.substring(digits).strip().toLowerCase(Locale.ROOT);
        long amount = Long.parseLong(text, 0, digits, 10);
        for (Unit unit : units) {
            if (unit.name.toLowerCase(Locale.ROOT).equals(name)) {
                return amount > Long.MAX_VALUE / unit.factor ? null : amount * unit.factor;
            }
        }
        return null;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
