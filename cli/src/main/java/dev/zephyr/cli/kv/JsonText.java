// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

/** JSON strings, RFC 8259 section 7. */
final class JsonText {

    private JsonText() {}

    /** A text in quotes; a lone surrogate, which UTF-8 can't carry, becomes an escape. */
    static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> append(json, c));
        return json.append('"').toString();
    }

    private static void append(StringBuilder json, int c) {
        switch (c) {
            case '"' -> json.append("\\\"");
            case '\\' -> json.append("\\\\");
            case '\n' -> json.append("\\n");
            case '\r' -> json.append("\\r");
            case '\t' -> json.append("\\t");
            default -> {
                boolean isSurrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
                if (Character.isISOControl(c) || isSurrogate) {
                    json.append("\\u%04x".formatted(c));
                } else {
                    json.appendCodePoint(c);
                }
            }
        }
    }
}
