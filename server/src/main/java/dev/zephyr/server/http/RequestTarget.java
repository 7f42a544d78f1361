// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for, decoded once (RFC 9112 section 3.2). Immutable.
 *
 * <p>The path is percent-decoded, repeated slashes are one, dot segments are removed and a trailing
 * slash is dropped, so that routing, files and parameters all see the same name. An encoded slash
 * is data, not a separator: it stays encoded.
 */
public sealed interface RequestTarget {

    /**
     * A path to look up.
     *
     * @param raw the path as it stood in the request, undecoded, without the query
     * @param path decoded and normalized: starts with a slash, ends with none unless it is {@code
     *     /}; an encoded slash stands as {@code %2F}, a NUL as U+0000
     * @param parameters the same path with {@code %25}, {@code %2F} and {@code %2B} left encoded,
     *     segment by segment what a worker is given as parameters
     * @param encodedSlash whether {@code path} holds an encoded slash; no file has such a name
     * @param query what follows the question mark, undecoded; null without one
     * @param trailingSlash whether the raw path ended with a slash
     * @param authority of a target in absolute form, which takes the place of {@code Host}
     */
    record Path(
            String raw,
            String path,
            String parameters,
            boolean encodedSlash,
            @Nullable String query,
            boolean trailingSlash,
            @Nullable String authority)
            implements RequestTarget {}

    /** {@code *}, for {@code OPTIONS}. */
    record Asterisk() implements RequestTarget {}

    /**
     * Not a target of this server.
     *
     * @param status 400, or 404 where a name can't exist
     * @param reason for the person who sent it
     */
    record Malformed(int status, String reason) implements RequestTarget {}

    /** A path above the root. */
    Malformed OUTSIDE = new Malformed(404, "the path leads out of the root");

    /** Reads the target of a request line. */
    static RequestTarget parse(String target) {
        if (target.equals("*")) {
            return new Asterisk();
        }
        String authority = null;
        String rest = target;
        if (!target.startsWith("/")) {
            int scheme = schemeLength(target);
            if (scheme == 0) {
                return new Malformed(400, "the request target must start with a slash");
            }
            int end = authorityEnd(target, scheme);
            authority = target.substring(scheme, end);
            if (authority.isEmpty()) {
                return new Malformed(400, "the request target has no host");
            }
            rest = target.substring(end);
            if (!rest.startsWith("/")) {
                rest = "/" + rest;
            }
        }
        if (rest.indexOf('#') >= 0) {
            return new Malformed(400, "the request target has a fragment");
        }
        int mark = rest.indexOf('?');
        String raw = mark < 0 ? rest : rest.substring(0, mark);
        String query = mark < 0 ? null : rest.substring(mark + 1);
        boolean slash = raw.length() > 1 && raw.endsWith("/");
        if (isPlain(raw)) {
            String path = normalize(raw);
            return path == null
                    ? OUTSIDE
                    : new Path(raw, path, path, false, query, slash, authority);
        }
        if (!escapesAreComplete(raw)) {
            return new Malformed(400, "the path has a bad percent-encoding");
        }
        String decoded = decode(raw, "/");
        String kept = decode(raw, "/%+");
        if (decoded == null || kept == null) {
            return new Malformed(404, "the path is not UTF-8");
        }
        String path = normalize(decoded);
        String parameters = normalize(kept);
        if (path == null || parameters == null) {
            return OUTSIDE;
        }
        boolean encodedSlash = raw.contains("%2F") || raw.contains("%2f");
        return new Path(raw, path, parameters, encodedSlash, query, slash, authority);
    }

    private static int schemeLength(String target) {
        if (target.regionMatches(true, 0, "http://", 0, 7)) {
            return 7;
        }
        return target.regionMatches(true, 0, "https://", 0, 8) ? 8 : 0;
    }

    private static int authorityEnd(String target, int from) {
        for (int i = from; i < target.length(); i++) {
            char c = target.charAt(i);
            if (c == '/' || c == '?' || c == '#') {
                return i;
            }
        }
        return target.length();
    }

    private static boolean isPlain(String raw) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%' || c >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static boolean escapesAreComplete(String raw) {
        for (int i = raw.indexOf('%'); i >= 0; i = raw.indexOf('%', i + 1)) {
            if (i + 2 >= raw.length() || hex(raw.charAt(i + 1)) < 0 || hex(raw.charAt(i + 2)) < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Null if the bytes are not UTF-8.
     *
     * @param kept the characters whose escapes stay, in upper case
     */
    private static @Nullable String decode(String raw, String kept) {
        byte[] bytes = new byte[raw.length()];
        int n = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c > 0xff) {
                return null;
            }
            if (c != '%') {
                bytes[n++] = (byte) c;
                continue;
            }
            int b = hex(raw.charAt(i + 1)) << 4 | hex(raw.charAt(i + 2));
            if (kept.indexOf(b) >= 0) {
                bytes[n++] = '%';
                bytes[n++] = (byte) Character.toUpperCase(raw.charAt(i + 1));
                bytes[n++] = (byte) Character.toUpperCase(raw.charAt(i + 2));
            } else {
                bytes[n++] = (byte) b;
            }
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, n))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static int hex(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    /** Null if a dot segment leads above the root. */
    private static @Nullable String normalize(String path) {
        if (isNormal(path)) {
            return path;
        }
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            switch (segment) {
                case "", "." -> {}
                case ".." -> {
                    if (segments.isEmpty()) {
                        return null;
                    }
                    segments.removeLast();
                }
                default -> segments.add(segment);
            }
        }
        return "/" + String.join("/", segments);
    }

    private static boolean isNormal(String path) {
        int n = path.length();
        if (n > 1 && path.charAt(n - 1) == '/') {
            return false;
        }
        for (int i = 0; i + 1 < n; i++) {
            if (path.charAt(i) == '/' && (path.charAt(i + 1) == '/' || path.charAt(i + 1) == '.')) {
                return false;
            }
        }
        return true;
    }
}
