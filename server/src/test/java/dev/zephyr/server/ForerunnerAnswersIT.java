// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.zephyr.server.testkit.Answer;
import dev.zephyr.server.testkit.RunningServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Wasm Workers Server 1.7 answered to 163 requests and output documents, and what we answer to
 * the same bytes. A difference is a defect unless {@link ForerunnerDifferences} lists it with its
 * reason, and then it must be exactly the one that is listed.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ForerunnerAnswersIT {

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private static final List<String> ECHO_WORKERS =
            List.of(
                    "index",
                    "fixed",
                    "[id]",
                    "[id]/fixed",
                    "[id]/sub",
                    "sub/[id]",
                    "sub/[...all]",
                    "sub/sub/[...all]",
                    "a.b",
                    "api/v2/ping",
                    "examples/index/index",
                    "withvars",
                    "deep/[x]/[y]/end",
                    "deep/[x]/[y]/[z]",
                    "shop/[cat]/item/[id]",
                    "shop/[cat]/[...rest]",
                    "folder.with.dots/w",
                    "UPPER",
                    "under_score",
                    "x-y",
                    "_ignored",
                    "_dir/inner",
                    "public/notworker");

    private static final Map<String, String> FILES =
            Map.ofEntries(
                    Map.entry("public/main.css", "body{}\n"),
                    Map.entry("public/plain.txt", "plain\n"),
                    Map.entry("public/dir/index.html", "<h1>dir</h1>\n"),
                    Map.entry("public/fixed", "file, not worker\n"),
                    Map.entry("public/sub/asset.js", "let a=1\n"),
                    Map.entry("public/404.html", "<h1>nope</h1>\n"),
                    Map.entry("public/about.html", "<h1>about</h1>\n"),
                    Map.entry("public/a b.txt", "space\n"),
                    Map.entry("public/h\u00e9.txt", "utf8\n"),
                    Map.entry("public/.hidden", "secret\n"),
                    Map.entry("public/.well-known/x", "wk\n"),
                    Map.entry("public/data.json", "{}\n"),
                    Map.entry("public/pic.svg", "<svg/>\n"),
                    Map.entry("_private/w.txt", "no\n"),
                    Map.entry("secret.env", "no\n"),
                    Map.entry("say.toml", "version=\"1\"\n[data.kv]\nnamespace=\"say\"\n"),
                    Map.entry(
                            "withvars.toml",
                            """
                            name = "v"
                            version = "1"
                            [vars]
                            A = "1"
                            [data.kv]
                            namespace = "n"
                            """));

    /** The fields whose values were recorded. */
    private static final List<String> KEPT =
            List.of(
                    "content-type",
                    "location",
                    "content-range",
                    "accept-ranges",
                    "content-disposition",
                    "access-control-allow-origin",
                    "x-under-score",
                    "x_under_score",
                    "allow",
                    "vary");

    private RunningServer server;

    /** One request and what was answered to it. */
    record Case(String name, String request, ForerunnerDifferences.Answered theirs) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    void serve(@TempDir Path root) throws Exception {
        for (String worker : ECHO_WORKERS) {
            copy("echo.wasm", root.resolve(worker + ".wasm"));
        }
        copy("say.wasm", root.resolve("say.wasm"));
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            Path path = root.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        server = RunningServer.serve(root);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void answersAsTheForerunnerDidOrAsListed(Case one) throws IOException {
        ForerunnerDifferences.Answered ours = ask(one.request());

        assertThat(ours).isEqualTo(ForerunnerDifferences.expected(one.name(), one.theirs()));
    }

    @Test
    void everyListedDifferenceIsOfACaseAndIsOne() throws IOException {
        Map<String, Case> byName = new TreeMap<>();
        cases().forEach(one -> byName.put(one.name(), one));

        assertThat(byName.keySet()).containsAll(ForerunnerDifferences.names());
        for (String name : ForerunnerDifferences.names()) {
            ForerunnerDifferences.Answered theirs =
                    Objects.requireNonNull(byName.get(name)).theirs();
            assertThat(ForerunnerDifferences.expected(name, theirs)).as(name).isNotEqualTo(theirs);
        }
    }

    private ForerunnerDifferences.Answered ask(String request) throws IOException {
        Answer answer = server.send(request.getBytes(StandardCharsets.ISO_8859_1));
        Map<String, List<String>> headers = new TreeMap<>();
        for (String name : KEPT) {
            List<String> values = answer.all(name);
            if (!values.isEmpty()) {
                headers.put(name, values);
            }
        }
        String body =
                new String(answer.body(), StandardCharsets.UTF_8)
                        .replace(Integer.toString(server.port()), "PORT");
        return new ForerunnerDifferences.Answered(answer.status(), headers, normalized(body));
    }

    /** Documents are compared as values: the order of their fields means nothing. */
    private static String normalized(String body) {
        if (!body.startsWith("{")) {
            return body;
        }
        try {
            return JSON.writeValueAsString(JSON.treeToValue(JSON.readTree(body), Map.class));
        } catch (IOException e) {
            return body;
        }
    }

    private static void copy(String resource, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        try (InputStream wasm =
                ForerunnerAnswersIT.class.getResourceAsStream("/workers/" + resource)) {
            Files.copy(wasm, target);
        }
    }

    static Stream<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                ForerunnerAnswersIT.class.getResourceAsStream(
                                        "/forerunner/answers.jsonl"),
                                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                cases.add(read(JSON.readTree(line)));
            }
        }
        return cases.stream();
    }

    private static Case read(JsonNode node) {
        Map<String, List<String>> headers = new TreeMap<>();
        node.get("headers")
                .properties()
                .forEach(field -> {
                    List<String> values = new ArrayList<>();
                    field.getValue().forEach(value -> values.add(value.asText()));
                    headers.put(field.getKey(), values);
                });
        ForerunnerDifferences.Answered answered =
                new ForerunnerDifferences.Answered(
                        node.get("status").asInt(0), headers, normalized(text(node.get("body"))));
        return new Case(node.get("name").asText(), text(node.get("request")), answered);
    }

    /** A string, or an array of strings and of [string, times]. */
    private static String text(JsonNode node) {
        if (node.isTextual()) {
            return node.asText();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode piece : node) {
            text.append(
                    piece.isTextual()
                            ? piece.asText()
                            : piece.get(0).asText().repeat(piece.get(1).asInt()));
        }
        return text.toString();
    }
}
