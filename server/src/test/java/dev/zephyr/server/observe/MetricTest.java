// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.ServerConfig.AccessLogFormat;
import dev.zephyr.server.kv.TransactorStats;
import dev.zephyr.server.observe.Exposition.Format;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The tables of metrics, what is shown, and the page that explains it are one. Run with {@code
 * -Dreference.write=true} to write the page anew.
 */
class MetricTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "metrics.md");
    private static final Path DASHBOARD =
            Path.of("..", "docs", "operate", "grafana-dashboard.json");

    @ParameterizedTest
    @EnumSource
    void everyMetricIsShownOnceAndNothingElse(Format format) {
        List<String> shown =
                new String(page().text(format), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith("# TYPE "))
                        .map(line -> line.split(" ", 4)[2])
                        .toList();
        List<String> expected =
                Metric.all().stream()
                        .map(Metric::description)
                        .map(d -> format == Format.OPEN_METRICS ? d.family() : d.sample())
                        .toList();
        assertThat(shown).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void labelsCannotBreakTheText() {
        Exposition out = new Exposition(Format.PROMETHEUS);
        out.family(WorkerMetric.WORKER_ERRORS);
        out.sample(1, "route", "/a\"b\\c\nd");
        assertThat(new String(out.finish(), StandardCharsets.UTF_8))
                .endsWith("\nwws_worker_stderr_bytes_total{route=\"/a\\\"b\\\\c\\nd\"} 1\n");
    }

    @Test
    void pageExplainsEveryMetric() throws IOException {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (Metric metric : Metric.all()) {
            Metric.Description about = metric.description();
            page.append(
                    "| `%s` | %s | %s | %s | %s |\n"
                            .formatted(
                                    about.sample(),
                                    about.type().text(),
                                    about.unit() == Metric.Unit.NONE ? "–" : about.unit().text(),
                                    about.meaning(),
                                    about.whenItRises()));
        }
        if (Boolean.getBoolean("reference.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).hasContent(page.toString());
    }

    @Test
    void dashboardAsksOnlyForWhatThereIs() throws IOException {
        String names =
                Metric.all().stream()
                        .map(m -> m.description().sample())
                        .collect(Collectors.joining("|"));
        String unknown =
                Files.readString(DASHBOARD)
                        .replaceAll("\\{\\{\\w+}}", "")
                        .replaceAll("\\b(" + names + ")(_bucket|_sum|_count)?\\b", "");
        assertThat(unknown).doesNotContainPattern("\\b(wws|http_server|jvm|process)_[a-z_]+");
    }

    private static MetricsPage page() {
        ConnectionMetrics connections = new ConnectionMetrics(1);
        WorkerMetrics workers = new WorkerMetrics(List.of("/a"), 1);
        AccessLog log =
                new AccessLog(
                        new LogTarget.Stream(OutputStream.nullOutputStream()),
                        AccessLogFormat.JSON,
                        new AccessLog.Surroundings(1, InstantSource.system(), ZoneOffset.UTC));
        return new MetricsPage(
                List.of(
                        connections,
                        workers,
                        log,
                        new QueueMetrics(() -> 0),
                        new KeyValueMetrics(() -> new TransactorStats(0, 0, 0, 0, 0, 0, 0)),
                        new ProcessMetrics("1")));
    }

    private static final String INTRODUCTION =
            """
            # Metrics

            `--admin-port N` offers them at `/metrics`: Prometheus text 0.0.4, or OpenMetrics 1.0 for scrapers that ask for it, compressed for those that take it.
            Without an admin port nothing is counted. How to get from here to a dashboard: [observability](../operate/observability.md).

            Labels are bounded: `http_request_method` is one of nine methods or `_OTHER`; `http_response_status_class` is `1xx` to `5xx`, `other`, or `none` when the
            client had gone before there was an answer; `kind` is `file`, `worker` or `other`; `route` is a route of the folder, never a path that a client sent.
            Histograms have 17 buckets from 50 µs to 10 s. Series of things that never happened may be absent.

            | metric | type | unit | meaning | when it rises |
            |---|---|---|---|---|
            """;
}
