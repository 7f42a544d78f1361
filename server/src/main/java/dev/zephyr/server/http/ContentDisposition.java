// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

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
            value.append("; filename*=UTF-8''")
                    .append(PercentEncoding.encode(fileName, ATTRIBUTE_CHARS));
        }
        return value.toString();
    }
}
