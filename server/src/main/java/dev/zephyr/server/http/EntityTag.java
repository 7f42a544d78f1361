// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import org.jspecify.annotations.Nullable;

/**
 * A version of a representation (RFC 9110 section 8.8.3). Immutable.
 *
 * @param opaque what stands between the quotes
 * @param weak whether it may be shared by versions that differ in unimportant bytes
 */
public record EntityTag(String opaque, boolean weak) {

    /** A tag that differs if any byte does. */
    public static EntityTag strong(String opaque) {
        return new EntityTag(opaque, false);
    }

    /** Reads one whole tag; null if it is none. */
    public static @Nullable EntityTag parse(String value) {
        boolean weak = value.startsWith("W/");
        int quote = weak ? 2 : 0;
        int end = end(value, quote);
        return end == value.length()
                ? new EntityTag(value.substring(quote + 1, end - 1), weak)
                : null;
    }

    /** The field value. */
    public String format() {
        return (weak ? "W/\"" : "\"") + opaque + '"';
    }

    /** Same bytes for certain: both strong and alike (RFC 9110 section 8.8.3.2). */
    public boolean strongEquals(EntityTag other) {
        return !weak && !other.weak && opaque.equals(other.opaque);
    }

    /** Same meaning: alike, weak or not. */
    public boolean weakEquals(EntityTag other) {
        return opaque.equals(other.opaque);
    }

    /**
     * Where the quoted part of a tag ends.
     *
     * @param quote where the opening quote is expected
     * @return the index after the closing quote; -1 if there is no tag
     */
    static int end(String value, int quote) {
        if (quote >= value.length() || value.charAt(quote) != '"') {
            return -1;
        }
        for (int i = quote + 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                return i + 1;
            }
            if (c <= 0x20 || c == 0x7f) {
                return -1;
            }
        }
        return -1;
    }
}
