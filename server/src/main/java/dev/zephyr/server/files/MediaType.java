// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

/**
 * What kind of content a file holds. Immutable.
 *
 * @param name type and subtype, in lower case, without parameters
 */
record MediaType(String name) {

    /** Of a file about which nothing is known. */
    static final MediaType UNKNOWN = new MediaType("application/octet-stream");

    /** The field value; text is taken to be UTF-8. */
    String fieldValue() {
        return isText() ? name + "; charset=utf-8" : name;
    }

    /** Whether compression is likely to pay. */
    boolean isCompressible() {
        if (isText() || name.endsWith("+json") || name.endsWith("+xml")) {
            return true;
        }
        return switch (name) {
            case "application/json",
                    "application/json5",
                    "application/jsonl",
                    "application/graphql",
                    "application/postscript",
                    "application/rtf",
                    "application/vnd.apple.mpegurl",
                    "application/vnd.ms-fontobject",
                    "application/wasm",
                    "application/xml-dtd",
                    "font/collection",
                    "font/otf",
                    "font/ttf",
                    "image/bmp",
                    "image/vnd.microsoft.icon",
                    "image/x-icon",
                    "model/obj" ->
                    true;
            default -> false;
        };
    }

    /** Whether browsers are told to show it, as wws tells them. */
    boolean isShown() {
        if (isText() || name.startsWith("image/") || name.startsWith("video/")) {
            return true;
        }
        return switch (name) {
            case "application/json", "application/wasm", "application/xhtml+xml" -> true;
            default -> false;
        };
    }

    private boolean isText() {
        return name.startsWith("text/");
    }
}
