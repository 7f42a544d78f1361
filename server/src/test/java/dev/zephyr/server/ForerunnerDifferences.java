// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Where we answer otherwise than the forerunner on purpose, each with its reason. */
final class ForerunnerDifferences {

    /** What of an answer was recorded. */
    record Answered(int status, Map<String, List<String>> headers, String body) {

        Answered status(int replacement) {
            return new Answered(replacement, headers, body);
        }

        Answered body(String replacement) {
            return new Answered(status, headers, replacement);
        }

        Answered header(String name, String value) {
            Map<String, List<String>> changed = new TreeMap<>(headers);
            changed.put(name, List.of(value));
            return new Answered(status, changed, body);
        }
    }

    private static final String ALLOW = "GET, HEAD, OPTIONS";

    private static final Map<String, UnaryOperator<Answered>> LISTED = new TreeMap<>();

    static {
        // D20: the page for what is missing has the status that says so.
        for (String target :
                List.of(
                        "/donot/exist",
                        "/examples/index",
                        "/deep/1/2",
                        "/shop/c",
                        "/_dir/inner",
                        "/public/main.css")) {
            LISTED.put("GET " + target, theirs -> theirs.status(404));
        }
        // D18: names of files are looked up decoded, also where a route has parameters.
        LISTED.put(
                "GET /a%20b.txt",
                _ -> file("inline; filename=\"a b.txt\"", "text/plain; charset=utf-8", "space\n"));
        LISTED.put(
                "GET /h%C3%A9.txt",
                _ ->
                        file(
                                "inline; filename=\"h_.txt\"; filename*=UTF-8''h%C3%A9.txt",
                                "text/plain; charset=utf-8", "utf8\n"));
        // D21: a page is found without its extension.
        LISTED.put(
                "GET /about",
                _ ->
                        file(
                                "inline; filename=\"about.html\"",
                                "text/html; charset=utf-8",
                                "<h1>about</h1>\n"));
        // D22: dot files are hidden, so the route with a parameter takes the path.
        LISTED.put("GET /.hidden", _ -> echoed("GET", ".hidden", "http://h.example/.hidden"));
        // RFC 9239 section 6: text/javascript is the type of scripts.
        LISTED.put(
                "GET /sub/asset.js",
                theirs -> theirs.header("content-type", "text/javascript; charset=utf-8"));
        // RFC 9110 sections 15.5.6 and 9.3.7: a file has no such method, and Allow says which it
        // has.
        for (String method : List.of("POST", "PUT", "DELETE", "PROPFIND")) {
            LISTED.put(method + " /main.css", _ -> refusedMethod());
        }
        LISTED.put(
                "OPTIONS /main.css", _ -> new Answered(204, Map.of("allow", List.of(ALLOW)), ""));
        for (String method : List.of("POST", "PUT", "PATCH", "OPTIONS", "PROPFIND", "FOO")) {
            LISTED.put(method + " /none/none", theirs -> theirs.header("allow", ALLOW));
        }
        // RFC 3986 section 5.2.4: dot segments are removed before anything is looked up.
        LISTED.put("GET /./any", _ -> echoed("GET", "any", "http://h.example/./any"));
        LISTED.put(
                "GET /sub/../fixed",
                theirs -> theirs.body(theirs.body().replace("{\"all\":\"../fixed\"}", "{}")));
        LISTED.put(
                "GET /../secret.env",
                _ ->
                        new Answered(
                                404,
                                Map.of("content-type", List.of("text/plain; charset=utf-8")),
                                "the path leads out of the root"));
        // RFC 9112 section 3.2: a fragment is no part of a request target.
        LISTED.put(
                "GET /any#f",
                _ ->
                        new Answered(
                                400,
                                Map.of("content-type", List.of("text/plain; charset=utf-8")),
                                "the request target has a fragment"));
        // D7: bytes beyond ASCII in a header are passed on; the forerunner ended the connection.
        LISTED.put(
                "header latin1",
                _ -> {
                    Answered plain = echoed("GET", "any", "http://h.example/any");
                    String headers = "\"host\":\"h.example\"";
                    return plain.body(
                            plain.body().replace(headers, headers + ",\"x-b\":\"caf\u00e9\""));
                });
        // D13: several lines of a field are joined.
        LISTED.put(
                "header cookie2", theirs -> theirs.body(theirs.body().replace("b=2", "a=1; b=2")));
        // D46: the word of a peer that is no trusted proxy does not count.
        LISTED.put(
                "header forwarded",
                theirs -> theirs.body(theirs.body().replace("https://g.", "http://h.")));
        // D33: one MiB instead of 256 KiB.
        LISTED.put("POST body over", _ -> echoOfLargeBody());
        // RFC 9110 section 15.2: an interim status ends no answer.
        LISTED.put("output status 100", theirs -> theirs.status(200));
        // D2, D13, D15, D16: what workers in the field get wrong.
        LISTED.put("output kv missing", _ -> worked());
        LISTED.put("output kv null", _ -> worked());
        LISTED.put("output headers array value", _ -> worked());
        LISTED.put("output text before", _ -> worked());
        LISTED.put("output text after", _ -> worked());
        LISTED.put("output two documents", _ -> worked().body("second"));
        LISTED.put("output data number", _ -> worked().body("5"));
        LISTED.put("output headers number value", _ -> worked());
        LISTED.put("output kv number", _ -> worked());
    }

    private static Answered refusedMethod() {
        return new Answered(
                405,
                Map.of(
                        "allow", List.of(ALLOW),
                        "content-type", List.of("text/plain; charset=utf-8")),
                "Request did not meet this resource's requirements.");
    }

    private static Answered worked() {
        return new Answered(200, Map.of("content-type", List.of("text/html")), "hi");
    }

    private static Answered file(String disposition, String type, String content) {
        return new Answered(
                200,
                Map.of(
                        "accept-ranges", List.of("bytes"),
                        "content-disposition", List.of(disposition),
                        "content-type", List.of(type)),
                content);
    }

    private static Answered echoed(String method, String id, String url) {
        return new Answered(
                200,
                Map.of(
                        "content-type", List.of("application/json"),
                        "x-under-score", List.of("1")),
                "{\"body\":\"\",\"headers\":{\"connection\":\"close\",\"host\":\"h.example\"},\"kv\":{},"
                        + "\"method\":\""
                        + method
                        + "\",\"params\":{\"id\":\""
                        + id
                        + "\"},\"url\":\""
                        + url
                        + "\"}");
    }

    private static Answered echoOfLargeBody() {
        int length = 262_145;
        Answered echoed = echoed("POST", "any", "http://h.example/any");
        return echoed.body(
                echoed.body()
                        .replace("\"body\":\"\"", "\"body\":\"" + "x".repeat(length) + "\"")
                        .replace(
                                "\"connection\":\"close\"",
                                "\"connection\":\"close\",\"content-length\":\""
                                        + length
                                        + "\",\"content-type\":\"text/plain\""));
    }

    private ForerunnerDifferences() {}

    static Set<String> names() {
        return LISTED.keySet();
    }

    static Answered expected(String name, Answered theirs) {
        return LISTED.getOrDefault(name, UnaryOperator.identity()).apply(theirs);
    }
}
