// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The field lines of a request, in the order received. Immutable.
 *
 * <p>Names are lower case. A value that is not valid UTF-8 was read as ISO 8859-1, so no byte is
 * lost and none can fail a request.
 */
public final class Headers {

    private static final Headers EMPTY = new Headers(new String[0]);

    private final String[] namesAndValues;

    private Headers(String[] namesAndValues) {
        this.namesAndValues = namesAndValues;
    }

    /** Alternating names (any case) and values. */
    public static Headers of(String... namesAndValues) {
        if (namesAndValues.length == 0) {
            return EMPTY;
        }
        String[] copy = namesAndValues.clone();
        for (int i = 0; i < copy.length; i += 2) {
            copy[i] = copy[i].toLowerCase(Locale.ROOT);
        }
        return new Headers(copy);
    }

    /** How many field lines there are. */
    public int size() {
        return namesAndValues.length / 2;
    }

    /** The lower-case name of field line {@code index}. */
    public String name(int index) {
        return namesAndValues[2 * index];
    }

    /** The value of field line {@code index}, without white space around it. */
    public String value(int index) {
        return namesAndValues[2 * index + 1];
    }

    /** The first value of a field, by its lower-case name. */
    public @Nullable String first(String lowerCaseName) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i].equals(lowerCaseName)) {
                return namesAndValues[i + 1];
            }
        }
        return null;
    }

    /** Whether a field of that lower-case name is there. */
    public boolean has(String lowerCaseName) {
        return first(lowerCaseName) != null;
    }

    /** Every value of a field, by its lower-case name, in order. */
    public List<String> all(String lowerCaseName) {
        List<String> values = new ArrayList<>(1);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i].equals(lowerCaseName)) {
                values.add(namesAndValues[i + 1]);
            }
        }
        return values;
    }

    /** The values of a list field as one, joined by {@code ", "} (RFC 9110 section 5.3). */
    public @Nullable String combined(String lowerCaseName) {
        List<String> values = all(lowerCaseName);
        if (values.size() <= 1) {
            return values.isEmpty() ? null : values.getFirst();
        }
        StringJoiner joined = new StringJoiner(", ");
        values.forEach(joined::add);
        return joined.toString();
    }
}
