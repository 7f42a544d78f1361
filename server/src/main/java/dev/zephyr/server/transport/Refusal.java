// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Response;
import java.nio.charset.StandardCharsets;

/** Why the connection answers a request itself, instead of the handler. Immutable. */
enum Refusal {
    LINE_END(400, "a line must end with CR LF"),
    REQUEST_LINE(400, "the request line must be: method, space, target, space, version"),
    METHOD(400, "the method must be a token"),
    TARGET(400, "the request target has a character that must be percent-encoded"),
    VERSION_SYNTAX(400, "the version must be HTTP/1.1"),
    FIELD_FOLDED(400, "a field line must not be continued on the next line"),
    FIELD_NAME(400, "a field line must be: token, colon, value"),
    FIELD_VALUE(400, "a field value has a control character"),
    HOST_COUNT(400, "a request has exactly one Host field"),
    HOST(400, "the Host field must be a host and an optional port"),
    CONTENT_LENGTH(400, "Content-Length must be one decimal number"),
    CONTENT_LENGTH_COUNT(400, "a request has at most one Content-Length field"),
    LENGTH_AND_CODING(400, "Content-Length and Transfer-Encoding exclude each other"),
    CODING_COUNT(400, "a request has at most one Transfer-Encoding field"),
    CODING_NOT_LAST(400, "the last transfer coding must be chunked"),
    CODING_IN_1_0(400, "HTTP/1.0 has no Transfer-Encoding"),
    CHUNK_SIZE(400, "a chunk size must be a hexadecimal number"),
    CHUNK_EXTENSION(400, "a chunk extension is malformed"),
    CHUNK_END(400, "a chunk must end with CR LF"),
    CHUNK_OVERHEAD(400, "the chunk extensions and trailers are too long"),
    TRAILER(400, "a trailer is malformed"),
    HEAD_TIME(408, "the request took too long to arrive"),
    BODY_TIME(408, "the content took too long to arrive"),
    BODY_SIZE(413, "the content is larger than this address accepts"),
    REQUEST_LINE_SIZE(414, "the request target is too long"),
    EXPECTATION(417, "the only expectation that can be met is 100-continue"),
    FIELD_SIZE(431, "the header fields are too long"),
    FIELD_COUNT(431, "there are too many header fields"),
    HANDLER_FAILED(500, "the request could not be answered"),
    CODING_UNKNOWN(501, "the only transfer coding that is understood is chunked"),
    TOO_MANY_CONNECTIONS(503, "there are too many connections, try again later"),
    TOO_MUCH_CONTENT(503, "too much content is being received, try again later"),
    TOO_MANY_ANSWERS(503, "too many answers are waiting for their clients, try again later"),
    VERSION(505, "the only versions that are understood are HTTP/1.0 and HTTP/1.1");

    private final int status;
    private final String detail;

    Refusal(int status, String detail) {
        this.status = status;
        this.detail = detail;
    }

    Response response() {
        String json = "{\"status\":" + status + ",\"detail\":\"" + detail + "\"}\n";
        Body body = new Body.Bytes(json.getBytes(StandardCharsets.US_ASCII));
        return new Response(status, headers(status), body);
    }

    int status() {
        return status;
    }

    private static HeaderBlock headers(int status) {
        HeaderBlock.Builder headers = HeaderBlock.builder();
        headers.add("Content-Type", "application/problem+json");
        if (status == 503) {
            headers.add("Retry-After", "1");
        }
        return headers.build();
    }
}
