// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.nio.charset.StandardCharsets;

/**
 * How a browser should take a file (RFC 6266). Immutable.
 *
 * @param type what to do with it
 * @param fileName the name to save it under
 */
public record ContentDisposition(Type type, String fileName) {

    /** Show it or save it. */
    public enum Type {
        INLINE("inline"),
        ATTACHMENT("attachment");

        private final String token;

        Type(String token) {
            this.token = token;
        }
    }

    private static final String ATTRIBUTE_CHARS = "!#$&+-.^_`|~";

    /** The field value; a name beyond ASCII is given twice, plain and exact (RFC 8187). */
    public String format() {
        StringBuilder value = new StringBuilder(type.token).append("; filename=\"");
        boolean exact = true;
        for (int i = 0; i < fileName.length(); i++) {
            char c = fileName.charAt(i);
            if (c == '"' || c == '\\') {
                value.append('\\').append(c);
            } else if (c >= 0x20 && c < 0x7f) {
                value.append(c);
            } else {
                value.append('_');
                exact = false;
            }
        }
        value.append('"');
        if (!exact) {
            value.append("; filename*=UTF-8''").append(percentEncoded(fileName));
        }
        return value.toString();
    }

    private static String percentEncoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain =
                    (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || ATTRIBUTE_CHARS.indexOf(c) >= 0;
            if (plain) {
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
