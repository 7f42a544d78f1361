// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

/**
 * A part of a content (RFC 9110 section 14.1.2). Immutable.
 *
 * @param first offset of the first byte
 * @param last offset of the last byte, at least {@code first}
 */
public record ByteRange(long first, long last) {

    public ByteRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException(
                    "range: " + first + "-" + last + " (expected: 0 <= first <= last)");
        }
    }

    /** How many bytes, at least 1. */
    public long length() {
        return last - first + 1;
    }

    /**
     * The value of {@code Content-Range}.
     *
     * @param total length of the whole content
     */
    public String contentRange(long total) {
        return "bytes " + first + '-' + last + '/' + total;
    }

    /** The value of {@code Content-Range} when no part can be sent. */
    public static String unsatisfiedContentRange(long total) {
        return "bytes */" + total;
    }
}
