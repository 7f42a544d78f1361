// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.zephyr.spi.StoredText;
import java.util.UUID;

/**
 * The Redis keys of a namespace. They share a hash tag, so that a cluster keeps them in one place.
 * Immutable.
 */
final class Names {

    /** The set of all namespaces. */
    static final byte[] ALL = "wws:namespaces".getBytes(US_ASCII);

    private final String prefix;

    /** Other characters than letters, digits and {@code -._} appear as {@code %XX}. */
    Names(String namespace) {
        StringBuilder tag = new StringBuilder("wws:{n:");
        for (byte b : StoredText.encode(namespace)) {
            char c = (char) (b & 0xff);
            boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || "-._".indexOf(c) >= 0);
            if (isPlain) {
                tag.append(c);
            } else {
                tag.append('%').append(Integer.toHexString(0x100 | c), 1, 3);
            }
        }
        this.prefix = tag.append('}').toString();
    }

    /** A hash: the namespace's version and bytes. */
    byte[] meta() {
        return name("");
    }

    /** A hash: the entries. */
    byte[] values() {
        return name(":values");
    }

    /** A hash: when entries expire, in milliseconds since 1970. */
    byte[] expiries() {
        return name(":expiries");
    }

    /** A hash: the versions that put the entries. */
    byte[] versions() {
        return name(":versions");
    }

    /** A string that expires: the version that a commit made. */
    byte[] token(UUID token) {
        return name(":token:" + token);
    }

    private byte[] name(String suffix) {
        return (prefix + suffix).getBytes(US_ASCII);
    }
}
