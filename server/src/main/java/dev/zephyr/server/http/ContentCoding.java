// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.util.List;

/** A content coding that this server can answer with (RFC 9110 section 8.4.1), best first. */
public enum ContentCoding {
    BROTLI("br", ".br"),
    ZSTD("zstd", ".zst"),
    GZIP("gzip", ".gz"),
    IDENTITY("identity", "");

    /** All of them, in the order that a server prefers. */
    public static final List<ContentCoding> BEST_FIRST = List.of(values());

    private final String token;
    private final String fileSuffix;

    ContentCoding(String token, String fileSuffix) {
        this.token = token;
        this.fileSuffix = fileSuffix;
    }

    /** The name in {@code Accept-Encoding} and {@code Content-Encoding}. */
    public String token() {
        return token;
    }

    /** What a file holding this coding of another file has after that file's name. */
    public String fileSuffix() {
        return fileSuffix;
    }
}
