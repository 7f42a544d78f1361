// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much a store takes. Sizes are in bytes of UTF-8, where a lone surrogate counts as three.
 * Immutable.
 *
 * @param keyBytesMax length of a key
 * @param valueBytesMax length of a value
 * @param keysMax entries in a namespace
 * @param namespaceBytesMax keys and values of a namespace together
 * @param namespacesMax namespaces in the store
 */
public record KeyValueLimits(
        int keyBytesMax,
        int valueBytesMax,
        int keysMax,
        long namespaceBytesMax,
        int namespacesMax) {

    /**
     * A worker is handed its whole namespace at each request, so a namespace is a small thing; a
     * store of many namespaces need not be.
     */
    public static final KeyValueLimits DEFAULT =
            new KeyValueLimits(1024, 1 << 20, 10_000, 16L << 20, 10_000);

    /** Which limit of single entries a change breaks, in words for the operator; null: none. */
    public @Nullable String refusal(Map<String, String> puts) {
        for (Map.Entry<String, String> put : puts.entrySet()) {
            int keyBytes = bytes(put.getKey());
            if (keyBytes > keyBytesMax) {
                return "key: " + keyBytes + " bytes (expected: <= " + keyBytesMax + ")";
            }
            int valueBytes = bytes(put.getValue());
            if (valueBytes > valueBytesMax) {
                return "value: " + valueBytes + " bytes (expected: <= " + valueBytesMax + ")";
            }
        }
        return null;
    }

    /**
     * Which limit of a namespace a state breaks, in words for the operator; null: none.
     *
     * @param keys how many entries it would have
     * @param bytes how many bytes they would take
     */
    public @Nullable String refusal(long keys, long bytes) {
        if (keys > keysMax) {
            return "keys in the namespace: " + keys + " (expected: <= " + keysMax + ")";
        }
        if (bytes > namespaceBytesMax) {
            return "bytes in the namespace: " + bytes + " (expected: <= " + namespaceBytesMax + ")";
        }
        return null;
    }

    /** Which limit one more namespace breaks, in words for the operator; null: none. */
    public @Nullable String refusalOfNamespace(long namespaces) {
        return namespaces < namespacesMax
                ? null
                : "namespaces: " + (namespaces + 1) + " (expected: <= " + namespacesMax + ")";
    }

    /** The bytes that a key or value counts for. */
    public static int bytes(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                bytes += c < 0x800 || isPaired(text, i) ? 1 : 2;
            }
        }
        return bytes;
    }

    /** Two surrogates that belong together take four bytes: two for each char. */
    private static boolean isPaired(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c)
                && i > 0
                && Character.isHighSurrogate(text.charAt(i - 1));
    }
}
