// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of arrays. */
final class Sha256 {

    static final int BYTES = 32;

    private Sha256() {}

    /** Of the bytes from {@code from} to the end. */
    static byte[] of(byte[] array, int from) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(array, from, array.length - from);
            return digest.digest();
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    /** Of the whole array, in hex. */
    static String hex(byte[] array) {
        return HexFormat.of().formatHex(of(array, 0));
    }
}
