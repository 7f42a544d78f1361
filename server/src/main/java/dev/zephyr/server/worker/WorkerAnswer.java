// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** From a worker's output document to a response. Thread-safe. */
final class WorkerAnswer {

    private static final byte[] NOT_BASE64 =
            "There was an error running the worker".getBytes(StandardCharsets.US_ASCII);

    private static final HeaderBlock HTML = HeaderBlock.of("Content-Type", "text/html");

    private WorkerAnswer() {}

    /** The response, or the one that tells what can't be sent of it. */
    static Response of(OutputDocument document) {
        byte[] content;
        if (document.base64()) {
            try {
                content = Base64.getDecoder().decode(padded(document.data()));
            } catch (IllegalArgumentException e) {
                return new Response(503, HeaderBlock.EMPTY, new Body.Bytes(NOT_BASE64));
            }
        } else {
            content = document.data().getBytes(StandardCharsets.UTF_8);
        }
        if (document.headers().isEmpty()) {
            return new Response(status(document), HTML, body(document, content));
        }
        HeaderBlock.Builder headers = HeaderBlock.builder();
        Set<String> seen = new HashSet<>();
        for (OutputDocument.Header header : document.headers()) {
            // The forerunner's way to let a language write Content_Type; workers rely on it.
            String name = header.name().replace('_', '-');
            if (HeaderBlock.problem(name, "") != null) {
                return Response.text(500, "invalid HTTP header name");
            }
            if (HeaderBlock.problem(name, header.value()) != null) {
                return Response.text(500, "failed to parse header value");
            }
            String lowerCase = name.toLowerCase(Locale.ROOT);
            seen.add(lowerCase);
            if (!HeaderBlock.isOfConnection(lowerCase)) {
                headers.add(lowerCase, header.value());
            }
        }
        if (!seen.contains("content-type")) {
            headers.add("content-type", "text/html");
        }
        return new Response(status(document), headers.build(), body(document, content));
    }

    /** RFC 9110 section 15.2: a status below 200 is never the last word of an answer. */
    private static int status(OutputDocument document) {
        return document.status() < 200 || document.status() > 999 ? 200 : document.status();
    }

    private static Body body(OutputDocument document, byte[] content) {
        boolean empty = content.length == 0 || document.status() == 204 || document.status() == 304;
        return empty ? Body.EMPTY : new Body.Bytes(content);
    }

    /** The JDK's decoder takes unpadded text; the contract does not. */
    private static String padded(String data) {
        if (data.length() % 4 != 0) {
            throw new IllegalArgumentException("base64 length: " + data.length());
        }
        return data;
    }
}
