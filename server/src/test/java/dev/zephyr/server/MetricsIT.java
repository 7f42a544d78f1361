// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.Options;
import dev.zephyr.server.testkit.Answer;
import dev.zephyr.server.testkit.RunningServer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the admin port shows of a server that was used. */
class MetricsIT {

    private static final Path WORKERS = Path.of("..", "examples", "zig", "root");

    @TempDir Path root;

    private RunningServer server;

    @BeforeEach
    void serve() throws Exception {
        Files.createDirectory(root.resolve("public"));
        Files.writeString(root.resolve("public/a.txt"), "0123456789");
        Files.copy(WORKERS.resolve("basic.wasm"), root.resolve("basic.wasm"));
        server = RunningServer.serve(root, Map.of(Options.ADMIN_PORT, List.of("0")));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void requestsAreCountedByMethodStatusAndWhatAnswered() throws Exception {
        server.get("/a.txt");
        server.get("/a.txt");
        server.get("/nothing");
        server.post("/basic", "x");
        server.send(bytes("BREW /a.txt HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"));
        Map<String, Double> samples = scrape();
        assertThat(samples)
                .containsEntry(requests("GET", "2xx", "file"), 2.0)
                .containsEntry(requests("GET", "4xx", "other"), 1.0)
                .containsEntry(requests("POST", "2xx", "worker"), 1.0)
                .containsEntry(requests("_OTHER", "4xx", "file"), 1.0)
                .containsEntry("http_server_request_duration_seconds_count{kind=\"file\"}", 3.0)
                .containsEntry("wws_connections_accepted_total", 5.0)
                .containsEntry("http_server_active_requests", 0.0);
    }

    @Test
    void filesAreCountedByHitsAndSource() throws Exception {
        server.get("/a.txt");
        server.get("/a.txt");
        server.get("/a.txt");
        Map<String, Double> samples = scrape();
        assertThat(samples)
                .containsEntry("wws_file_lookups_total{result=\"miss\"}", 1.0)
                .containsEntry("wws_file_lookups_total{result=\"hit\"}", 2.0);
        assertThat(samples.get("wws_file_sent_bytes_total{source=\"memory\"}")).isGreaterThan(30);
    }

    @Test
    void runsAreCountedByRouteAndOutcome() throws Exception {
        for (int i = 0; i < 4; i++) {
            assertThat(server.get("/basic").status()).isEqualTo(200);
        }
        Map<String, Double> samples = scrape();
        assertThat(samples)
                .containsEntry("wws_worker_runs_total{route=\"/basic\",outcome=\"ok\"}", 4.0)
                .containsEntry("wws_worker_run_duration_seconds_count{route=\"/basic\"}", 4.0)
                .containsEntry("wws_worker_queue_duration_seconds_count{route=\"/basic\"}", 4.0);
        assertThat(samples.get("wws_worker_memory_max_bytes{route=\"/basic\"}"))
                .isGreaterThanOrEqualTo(65536);
    }

    @Test
    void whatTheConnectionRefusesIsCountedByStatus() throws Exception {
        server.send(bytes("GET / HTTP/1.1\r\n\r\n"));
        assertThat(scrape())
                .containsEntry(
                        "wws_http_refused_requests_total{http_response_status_code=\"400\"}", 1.0);
    }

    @Test
    void openMetricsEndsWithItsMarkAndNamesUnits() throws Exception {
        Answer answer = server.admin("/metrics", "Accept: application/openmetrics-text");
        assertThat(answer.first("content-type")).startsWith("application/openmetrics-text");
        assertThat(answer.text())
                .endsWith("# EOF\n")
                .contains("# UNIT http_server_request_duration_seconds seconds\n")
                .contains("# TYPE http_server_requests counter\n")
                .doesNotContain("\n\n");
    }

    @Test
    void scrapeIsCompressedForWhoTakesIt() throws Exception {
        Answer answer = server.admin("/metrics", "Accept-Encoding: gzip");
        assertThat(answer.first("content-encoding")).isEqualTo("gzip");
        try (var plain = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            assertThat(new String(plain.readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("# HELP http_server_requests_total ");
        }
    }

    @Test
    void infoTellsRoutesAndLimits() throws Exception {
        Answer answer = server.admin("/info");
        assertThat(answer.first("content-type")).isEqualTo("application/json");
        assertThat(answer.text())
                .contains("\"routes\":[\"/basic\"]")
                .contains("\"timeout\":")
                .contains("\"connectionsMax\":");
    }

    private Map<String, Double> scrape() throws Exception {
        Answer answer = server.admin("/metrics");
        assertThat(answer.status()).isEqualTo(200);
        return answer.text()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(
                        Collectors.toMap(
                                line -> line.substring(0, line.lastIndexOf(' ')),
                                line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String requests(String method, String status, String kind) {
        return "http_server_requests_total{http_request_method=\"%s\",http_response_status_class=\"%s\",kind=\"%s\"}"
                .formatted(method, status, kind);
    }
}
