// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Options;
import dev.zephyr.server.testkit.RunningServer;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that requests leave. A server writes the last of them before it has stopped. */
class AccessLogIT {

    private static final String TIME =
            "\\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d [+-]\\d{4}]";

    @TempDir Path root;
    @TempDir Path logs;

    private Path log;

    @BeforeEach
    void folder() throws IOException {
        Files.createDirectory(root.resolve("public"));
        Files.writeString(root.resolve("public/a.txt"), "0123456789");
        log = logs.resolve("access.log");
    }

    @Test
    void commonLineHasClientTimeRequestStatusAndBytesOfContent() throws Exception {
        List<String> lines = linesOf("common", server -> server.get("/a.txt?q=1"));
        assertThat(lines).hasSize(1);
        assertThat(lines.getFirst())
                .matches(
                        "127\\.0\\.0\\.1 - - "
                                + TIME
                                + " \"GET /a\\.txt\\?q=1 HTTP/1\\.1\" 200 10");
    }

    @Test
    void combinedLineAddsReferrerAndUserAgent() throws Exception {
        List<String> lines =
                linesOf(
                        "combined",
                        server -> {
                            server.send(request("GET /a.txt HTTP/1.1", "Referer: http://r/"));
                            server.send(request("GET /none HTTP/1.1", "User-Agent: curl/8"));
                        });
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).endsWith("\" 200 10 \"http://r/\" \"-\"");
        assertThat(lines.get(1)).matches(".*\" 404 (-|\\d+) \"-\" \"curl/8\"");
    }

    @Test
    void clientCannotForgeALineOrAField() throws Exception {
        String agent = "x\" 200 1\\\"\u00ff\u0085\t";
        List<String> lines =
                linesOf(
                        "combined",
                        server ->
                                server.send(
                                        request(
                                                "GET /%0aforged%22?a=%0d HTTP/1.1",
                                                "User-Agent: " + agent)));
        assertThat(lines).hasSize(1);
        assertThat(lines.getFirst())
                .contains("\"GET /%0aforged%22?a=%0d HTTP/1.1\"")
                .endsWith("\"-\" \"x\\\" 200 1\\\\\\\"\\xc3\\xbf\\xc2\\x85\"");
    }

    @Test
    void jsonLineIsAnObjectThatReadersUnderstand() throws Exception {
        List<String> lines =
                linesOf(
                        "json",
                        server ->
                                server.send(
                                        request(
                                                "GET /a.txt?x=\"y HTTP/1.1",
                                                "User-Agent: \"\\\u00e9")));
        JsonNode line = new ObjectMapper().readTree(lines.getFirst());
        assertThat(line.get("client").asText()).isEqualTo("127.0.0.1");
        assertThat(line.get("user_agent").asText()).isEqualTo("\"\\\u00e9");
        assertThat(line.get("status").isInt()).isTrue();
        assertThat(line.get("time").asText()).matches("\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}\\.\\d{3}Z");
    }

    @Test
    void whatWasNoRequestHasALineToo() throws Exception {
        List<String> lines =
                linesOf("common", server -> server.send("nonsense\r\n\r\n".getBytes(latin1())));
        assertThat(lines).hasSize(1);
        assertThat(lines.getFirst()).matches("- - - " + TIME + " \"-\" 400 -");
    }

    @Test
    void fileThatWasMovedAwayIsOpenedAnewWhenAsked() throws Exception {
        Path moved = logs.resolve("access.log.1");
        linesOf(
                "common",
                server -> {
                    server.get("/first");
                    awaitLine(log);
                    Files.move(log, moved);
                    server.reopenLogs();
                    while (!Files.exists(log)) {
                        Thread.onSpinWait();
                    }
                    server.get("/second");
                });
        assertThat(Files.readString(moved)).contains("/first").doesNotContain("/second");
        assertThat(Files.readString(log)).contains("/second").doesNotContain("/first");
    }

    @Test
    void fullDiskCostsLinesAndNoRequests() throws Exception {
        Path full = Path.of("/dev/full");
        assertThat(full).exists();
        Map<Option<?>, List<String>> flags = new HashMap<>();
        flags.put(Options.ACCESS_LOG, List.of(full.toString()));
        flags.put(Options.ADMIN_PORT, List.of("0"));
        try (RunningServer server = RunningServer.serve(root, flags)) {
            for (int i = 0; i < 5; i++) {
                assertThat(server.get("/a.txt").status()).isEqualTo(200);
            }
            String dropped = "wws_access_log_dropped_lines_total 5\n";
            while (!server.admin("/metrics").text().contains(dropped)) {
                Thread.onSpinWait();
            }
            assertThat(server.get("/a.txt").status()).isEqualTo(200);
        }
    }

    private interface Use {
        void accept(RunningServer server) throws Exception;
    }

    private List<String> linesOf(String format, Use use) throws Exception {
        Map<Option<?>, List<String>> flags = new HashMap<>();
        flags.put(Options.ACCESS_LOG, List.of(log.toString()));
        flags.put(Options.ACCESS_LOG_FORMAT, List.of(format));
        try (RunningServer server = RunningServer.serve(root, flags)) {
            use.accept(server);
        }
        return Files.readAllLines(log);
    }

    private static void awaitLine(Path file) throws IOException {
        while (Files.size(file) == 0) {
            Thread.onSpinWait();
        }
    }

    private static byte[] request(String line, String field) {
        return (line + "\r\nHost: h\r\nConnection: close\r\n" + field + "\r\n\r\n")
                .getBytes(latin1());
    }

    private static Charset latin1() {
        return StandardCharsets.ISO_8859_1;
    }
}
