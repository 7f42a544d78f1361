// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Status lines, encoded once (RFC 9112 section 4). Immutable. */
final class StatusLine {

    private static final int STATUS_MIN = 200;
    private static final int STATUS_MAX = 999;

    private static final byte[][] LINES = new byte[STATUS_MAX - STATUS_MIN + 1][];

    static {
        for (int status = STATUS_MIN; status <= STATUS_MAX; status++) {
            String line = "HTTP/1.1 " + status + " " + reason(status) + "\r\n";
            LINES[status - STATUS_MIN] = line.getBytes(StandardCharsets.US_ASCII);
        }
    }

    private StatusLine() {}

    /**
     * The line with its CR LF; not to be changed.
     *
     * @throws IllegalArgumentException if the status is not one of a last answer
     */
    static byte[] of(int status) {
        if (status < STATUS_MIN || status > STATUS_MAX) {
            throw new IllegalArgumentException("status: " + status + " (expected: 200 to 999)");
        }
        return LINES[status - STATUS_MIN];
    }

    private static String reason(int status) {
        String known = success(status);
        return known != null ? known : error(status);
    }

    private static @Nullable String success(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 201 -> "Created";
            case 202 -> "Accepted";
            case 203 -> "Non-Authoritative Information";
            case 204 -> "No Content";
            case 205 -> "Reset Content";
            case 206 -> "Partial Content";
            case 300 -> "Multiple Choices";
            case 301 -> "Moved Permanently";
            case 302 -> "Found";
            case 303 -> "See Other";
            case 304 -> "Not Modified";
            case 307 -> "Temporary Redirect";
            case 308 -> "Permanent Redirect";
            default -> null;
        };
    }

    private static String error(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 402 -> "Payment Required";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 406 -> "Not Acceptable";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 411 -> "Length Required";
            case 412 -> "Precondition Failed";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 415 -> "Unsupported Media Type";
            case 416 -> "Range Not Satisfiable";
            case 417 -> "Expectation Failed";
            case 421 -> "Misdirected Request";
            case 422 -> "Unprocessable Content";
            case 425 -> "Too Early";
            case 426 -> "Upgrade Required";
            case 428 -> "Precondition Required";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 451 -> "Unavailable For Legal Reasons";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            case 507 -> "Insufficient Storage";
            default -> ""; // RFC 9112 section 4: the space stays, the phrase may be absent
        };
    }
}
