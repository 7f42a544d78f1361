// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import org.jspecify.annotations.Nullable;

/**
 * What a client says about content codings (RFC 9110 section 12.5.3). Immutable.
 *
 * <p>Weights are in thousandths, 0 to 1000; 0 is "not acceptable".
 *
 * @param brotli weight of {@code br}
 * @param zstd weight of {@code zstd}
 * @param gzip weight of {@code gzip} and {@code x-gzip}
 * @param identity weight of no coding at all
 */
public record AcceptEncoding(int brotli, int zstd, int gzip, int identity) {

    /** No field: the server may choose, so it sends what needs no decoding. */
    public static final AcceptEncoding ABSENT = new AcceptEncoding(0, 0, 0, 1000);

    private static final int UNSET = -1;

    /** Reads the combined field value; a member that is malformed counts as not there. */
    public static AcceptEncoding parse(@Nullable String value) {
        if (value == null) {
            return ABSENT;
        }
        int[] weights = {UNSET, UNSET, UNSET, UNSET};
        int others = UNSET;
        int from = 0;
        while (from <= value.length()) {
            int comma = value.indexOf(',', from);
            int end = comma < 0 ? value.length() : comma;
            int semicolon = value.indexOf(';', from);
            int nameEnd = semicolon < 0 || semicolon > end ? end : semicolon;
            int weight = nameEnd == end ? 1000 : weight(value, nameEnd + 1, end);
            if (weight >= 0) {
                int coding = coding(value, from, nameEnd);
                if (coding >= 0) {
                    weights[coding] = weight;
                } else if (isToken(value, from, nameEnd, "*")) {
                    others = weight;
                }
            }
            from = end + 1;
        }
        return new AcceptEncoding(
                orElse(weights[0], others, 0),
                orElse(weights[1], others, 0),
                orElse(weights[2], others, 0),
                identity(weights, others));
    }

    /** The weight of a coding. */
    public int weight(ContentCoding coding) {
        return switch (coding) {
            case BROTLI -> brotli;
            case ZSTD -> zstd;
            case GZIP -> gzip;
            case IDENTITY -> identity;
        };
    }

    private static int orElse(int weight, int others, int absent) {
        if (weight != UNSET) {
            return weight;
        }
        return others == UNSET ? absent : others;
    }

    /**
     * Unless it is named, identity is acceptable but less welcome than any coding that was named:
     * only {@code *;q=0} forbids it.
     */
    private static int identity(int[] weights, int others) {
        if (weights[3] != UNSET) {
            return weights[3];
        }
        return others == 0 ? 0 : 1;
    }

    private static int coding(String value, int from, int to) {
        if (isToken(value, from, to, "br")) {
            return 0;
        }
        if (isToken(value, from, to, "zstd")) {
            return 1;
        }
        if (isToken(value, from, to, "gzip") || isToken(value, from, to, "x-gzip")) {
            return 2;
        }
        return isToken(value, from, to, "identity") ? 3 : -1;
    }

    private static boolean isToken(String value, int from, int to, String token) {
        int start = skipSpace(value, from, to);
        int end = to;
        while (end > start && isSpace(value.charAt(end - 1))) {
            end--;
        }
        return end - start == token.length()
                && value.regionMatches(true, start, token, 0, token.length());
    }

    /** In thousandths; negative if it is no weight (RFC 9110 section 12.4.2). */
    private static int weight(String value, int from, int to) {
        int at = skipSpace(value, from, to);
        if (at + 2 >= to || (value.charAt(at) | 0x20) != 'q' || value.charAt(at + 1) != '=') {
            return -1;
        }
        int end = to;
        while (isSpace(value.charAt(end - 1))) {
            end--;
        }
        at += 2;
        char whole = at < end ? value.charAt(at) : ' ';
        if ((whole != '0' && whole != '1') || end - at > 5) {
            return -1;
        }
        int weight = (whole - '0') * 1000;
        if (end - at > 1 && value.charAt(at + 1) != '.') {
            return -1;
        }
        int scale = 100;
        for (int i = at + 2; i < end; i++, scale /= 10) {
            char digit = value.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            weight += (digit - '0') * scale;
        }
        return weight > 1000 ? -1 : weight;
    }

    private static int skipSpace(String value, int from, int to) {
        int at = from;
        while (at < to && isSpace(value.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }
}
