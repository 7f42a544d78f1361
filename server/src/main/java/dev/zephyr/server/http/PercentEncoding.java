// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.nio.charset.StandardCharsets;

/** Percent-encoding of text as UTF-8 (RFC 3986 section 2.1). Thread-safe. */
public final class PercentEncoding {

    private PercentEncoding() {}

    /**
     * Encodes a text.
     *
     * @param plain ASCII characters that stay as they are, besides letters and digits
     */
    public static String encode(String text, String plain) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean stays =
                    (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || plain.indexOf(c) >= 0;
            if (stays) {
                encoded.append(c);
            } else {
                encoded.append('%');
                encoded.append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
                encoded.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return encoded.toString();
    }
}
