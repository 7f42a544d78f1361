// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.http.Headers;
import dev.zephyr.server.http.Request;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a worker reads from its standard input: one JSON object on one line, exactly six fields.
 * Parsers in the field reject a seventh, so none is ever added.
 *
 * <p>Everything but {@code kv} is encoded once per request; a rerun on a fresh snapshot only
 * appends the other {@code kv}. Immutable.
 */
final class InputDocument {

    private final byte[] beforeKeyValue;

    private InputDocument(byte[] beforeKeyValue) {
        this.beforeKeyValue = beforeKeyValue;
    }

    /**
     * @param url absolute, as the client sees it
     * @param parameters of the route
     */
    static InputDocument of(Request request, String url, Map<String, String> parameters) {
        JsonWriter json = new JsonWriter();
        json.raw('{');
        field(json, "url").string(url).raw(',');
        field(json, "method").string(request.method()).raw(',');
        field(json, "headers").object(headers(request.headers())).raw(',');
        field(json, "body").string(text(request.body())).raw(',');
        field(json, "params").object(parameters).raw(',');
        field(json, "kv");
        return new InputDocument(json.copy());
    }

    /** The whole document, in {@code target}. */
    void writeTo(JsonWriter target, byte[] keyValueJson) {
        target.reset();
        target.raw(beforeKeyValue).raw(keyValueJson).raw('}');
    }

    private static JsonWriter field(JsonWriter json, String name) {
        return json.string(name).raw(':');
    }

    /** One value a name; what came on several lines is joined, as RFC 9110 section 5.3 allows. */
    private static Map<String, String> headers(Headers headers) {
        Map<String, String> byName = new LinkedHashMap<>();
        for (int i = 0; i < headers.size(); i++) {
            // RFC 6265 section 5.4: cookies are joined by a semicolon.
            String separator = headers.name(i).equals("cookie") ? "; " : ", ";
            byName.merge(headers.name(i), headers.value(i), (a, b) -> a + separator + b);
        }
        return byName;
    }

    /** Empty if the body is not UTF-8: the protocol has no place for bytes. */
    private static String text(byte[] body) {
        if (body.length == 0) {
            return "";
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException e) {
            return "";
        }
    }
}
