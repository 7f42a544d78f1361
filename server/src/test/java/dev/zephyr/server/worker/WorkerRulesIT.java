// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zephyr.server.StartException;
import dev.zephyr.server.config.LimitOptions;
import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Options;
import dev.zephyr.server.testkit.Answer;
import dev.zephyr.server.testkit.LogLines;
import dev.zephyr.server.testkit.RunningServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of a folder of workers sees when workers do well, fail, and misbehave. */
class WorkerRulesIT {

    private static final String FAILURE = "<p>There was an error running this function</p>";

    @TempDir private Path root;

    @ParameterizedTest
    @CsvSource({
        "(unreachable)",
        "(drop (i32.load (i32.const -4)))",
        "(drop (i32.div_s (i32.const 1) (i32.const 0)))",
        "(call $exit (i32.const 1))",
        "(call $exit (i32.const 255))"
    })
    void aRunThatFailsIs500WhateverItWrote(String end) throws Exception {
        worker("w", Programs.saying(Programs.page("hi"), end));

        try (RunningServer server = RunningServer.serve(root)) {
            Answer answer = server.get("/w");

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).isEqualTo(FAILURE);
            assertThat(answer.first("content-type")).isEqualTo("text/html");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "(call $exit (i32.const 0))"})
    void d14ExitCodeZeroIsSuccess(String end) throws Exception {
        worker("w", Programs.saying(Programs.page("hi"), end));

        try (RunningServer server = RunningServer.serve(root)) {
            assertThat(server.get("/w").text()).isEqualTo("hi");
        }
    }

    @Test
    void aFailureHasAnIdentifierThatIsInTheLog() throws Exception {
        worker("w", Programs.saying("", "(unreachable)"));

        try (RunningServer server = RunningServer.serve(root);
                LogLines log = LogLines.of("dev.zephyr.worker")) {
            String id = server.get("/w").first("x-request-id");

            assertThat(id).matches("[0-9a-f]{16}");
            assertThat(log.lines()).anyMatch(line -> line.contains(id) && line.contains("/w"));
        }
    }

    @Test
    void d48StandardErrorIsLoggedWithItsRoute() throws Exception {
        worker("w", Programs.complaining("first\nsecond\u001b[31m\n"));

        try (RunningServer server = RunningServer.serve(root);
                LogLines log = LogLines.of("dev.zephyr.guest")) {
            assertThat(server.get("/w").text()).isEqualTo("fine");

            assertThat(log.lines()).containsExactly("[/w] first", "[/w] second\\u001b[31m");
        }
    }

    @Test
    void d4AWorkerWithoutAnEndIsStoppedAndHarmsNobody() throws Exception {
        worker("loop", Programs.looping());
        worker("print", Programs.printing());
        worker("grow", Programs.growing());
        worker("fine", Programs.saying(Programs.page("fine"), ""));
        toml("loop", "version = \"1\"\n[limits]\ntimeout = \"300ms\"\n");

        try (RunningServer server = RunningServer.serve(root)) {
            try (Socket waiting = server.connect()) {
                waiting.getOutputStream().write(request("/loop"));
                assertThat(server.get("/fine").text()).isEqualTo("fine");

                Answer stopped = Answer.parse(waiting.getInputStream().readAllBytes());
                assertThat(stopped.status()).isEqualTo(504);
                assertThat(stopped.text()).isEqualTo(FAILURE);
            }
            assertThat(server.get("/print").status()).isEqualTo(500);
            assertThat(server.get("/grow").status()).isEqualTo(500);
            assertThat(server.get("/fine").text()).isEqualTo("fine");
        }
    }

    @Test
    void moreThanTheQueueHoldsIs503WithRetryAfter() throws Exception {
        worker("loop", Programs.looping());
        toml("loop", "version = \"1\"\n[limits]\ntimeout = \"2s\"\n");
        Map<Option<?>, List<String>> flags =
                Map.of(
                        Options.THREADS, List.of("2"),
                        LimitOptions.MAX_QUEUE, List.of("1"));

        try (RunningServer server = RunningServer.serve(root, flags)) {
            Socket[] sockets = new Socket[6];
            int busy = 0;
            for (int i = 0; i < sockets.length; i++) {
                sockets[i] = server.connect();
                sockets[i].getOutputStream().write(request("/loop"));
            }
            for (Socket socket : sockets) {
                Answer answer = Answer.parse(socket.getInputStream().readAllBytes());
                socket.close();
                if (answer.status() == 503) {
                    assertThat(answer.first("retry-after")).isEqualTo("1");
                    busy++;
                } else {
                    assertThat(answer.status()).isEqualTo(504);
                }
            }
            assertThat(busy).isBetween(3, 4);
        }
    }

    @Test
    void d9ABadFileAnswers500AndTheOthersAreServed() throws Exception {
        worker("bad", "not wasm".getBytes(StandardCharsets.US_ASCII));
        worker("empty", new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0});
        Files.createDirectory(root.resolve("folder.wasm"));
        worker("fine", Programs.saying(Programs.page("fine"), ""));

        try (RunningServer server = RunningServer.serve(root)) {
            assertThat(server.get("/bad").status()).isEqualTo(500);
            assertThat(server.get("/empty").status()).isEqualTo(500);
            assertThat(server.get("/folder").status()).isEqualTo(404);
            assertThat(server.get("/fine").text()).isEqualTo("fine");
            assertThat(server.problems()).anyMatch(problem -> problem.contains("folder.wasm"));
        }
    }

    @Test
    void d27ABrokenTomlAnswers500AndSaysWhere() throws Exception {
        worker("w", Programs.saying(Programs.page("hi"), ""));
        toml("w", "version = \"1\"\n[data.kv]\nnamespace = 5\n");

        try (RunningServer server = RunningServer.serve(root)) {
            assertThat(server.get("/w").status()).isEqualTo(500);
            assertThat(server.problems())
                    .anyMatch(problem ->
                            problem.contains("w.toml:3:") && problem.contains("namespace"));
        }
        assertThatThrownBy(() -> RunningServer.serve(root, Map.of(Options.STRICT, List.of("true"))))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("--strict");
    }

    @Test
    void d33BodiesBeyondTheLimitAre413() throws Exception {
        worker("w", Programs.saying(Programs.page("hi"), ""));
        worker("small", Programs.saying(Programs.page("hi"), ""));
        toml("small", "version = \"1\"\n[limits]\nbody = \"1KiB\"\n");
        Map<Option<?>, List<String>> flags = Map.of(LimitOptions.MAX_BODY, List.of("2KiB"));

        try (RunningServer server = RunningServer.serve(root, flags)) {
            assertThat(server.post("/w", "x".repeat(2048)).status()).isEqualTo(200);
            assertThat(server.post("/w", "x".repeat(2049)).status()).isEqualTo(413);
            assertThat(server.post("/small", "x".repeat(1025)).status()).isEqualTo(413);
        }
    }

    @Test
    void d23AFolderWhoseNameHasADotIsServed() throws Exception {
        Path site = Files.createDirectory(root.resolve("site-v1.2"));
        Files.write(site.resolve("w.wasm"), Programs.saying(Programs.page("hi"), ""));

        try (RunningServer server = RunningServer.serve(site)) {
            assertThat(server.get("/w").text()).isEqualTo("hi");
        }
    }

    @Test
    void d19APrefixAppliesToWorkersAndFiles() throws Exception {
        worker("index", Programs.saying(Programs.page("root"), ""));
        worker("[id]", Programs.saying(Programs.page("id"), ""));
        Files.createDirectory(root.resolve("public"));
        Files.writeString(root.resolve("public/a.txt"), "file");

        try (RunningServer server =
                RunningServer.serve(root, Map.of(Options.PREFIX, List.of("/app/")))) {
            assertThat(server.get("/app").text()).isEqualTo("root");
            assertThat(server.get("/app/").text()).isEqualTo("root");
            assertThat(server.get("/app/x").text()).isEqualTo("id");
            assertThat(server.get("/app/a.txt").text()).isEqualTo("file");
            assertThat(server.get("/a.txt").status()).isEqualTo(404);
        }
    }

    @Test
    void withoutPublicWhatIsMissingIsAnEmpty404() throws Exception {
        worker("w", Programs.saying(Programs.page("hi"), ""));
        toml("w", "version = \"1\"\n");

        try (RunningServer server = RunningServer.serve(root)) {
            for (String target :
                    List.of(
                            "/missing",
                            "/w.wasm",
                            "/w.toml",
                            "/../w.toml",
                            "/%2e%2e/README.md",
                            "/%C0AE%C0AE%C0AFREADME.md",
                            root.resolve("w.toml").toString())) {
                Answer answer = server.get(target);
                assertThat(answer.status()).as(target).isEqualTo(404);
                assertThat(answer.text()).as(target).doesNotContain("version");
            }
        }
    }

    private void worker(String name, byte[] wasm) throws IOException {
        Files.write(root.resolve(name + ".wasm"), wasm);
    }

    private void toml(String name, String text) throws IOException {
        Files.writeString(root.resolve(name + ".toml"), text);
    }

    private static byte[] request(String target) {
        return ("GET " + target + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
