// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.observe.InfoPage;
import dev.zephyr.server.observe.MetricsPage;
import dev.zephyr.server.transport.Exchange;
import dev.zephyr.server.transport.Handler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/**
 * The second port, for operators and their probes. Thread-safe; called on event loops.
 *
 * <ul>
 *   <li>{@code /healthz}: 200 while the process works
 *   <li>{@code /readyz}: 200 when every worker can answer at full speed, else 503 with the reasons
 *   <li>{@code /metrics}: all counters, for Prometheus
 *   <li>{@code /info}: versions, routes and limits
 * </ul>
 */
final class AdminHandler implements Handler {

    private static final HeaderBlock TEXT =
            HeaderBlock.of(
                    "Content-Type", "text/plain; charset=utf-8", "Cache-Control", "no-store");

    private final Supplier<List<String>> reasons;
    private final MetricsPage metrics;
    private final InfoPage info;

    /**
     * @param reasons why the server is not ready; empty: it is
     */
    AdminHandler(Supplier<List<String>> reasons, MetricsPage metrics, InfoPage info) {
        this.reasons = reasons;
        this.metrics = metrics;
        this.info = info;
    }

    @Override
    public long bodyBytesMax(Request request) {
        return -1;
    }

    @Override
    public void handle(Exchange exchange) {
        exchange.respond(answer(exchange.request()));
    }

    private Response answer(Request request) {
        if (!(request.target() instanceof RequestTarget.Path path)) {
            return text(400, "bad request\n");
        }
        if (!request.method().equals("GET") && !request.isHead()) {
            return Response.of(405, HeaderBlock.of("Allow", "GET, HEAD"));
        }
        return switch (path.path()) {
            case "/healthz" -> text(200, "ok\n");
            case "/readyz" -> ready();
            case "/metrics" -> metrics.respond(request);
            case "/info" -> info.response();
            default -> text(404, "not found (expected: /healthz, /readyz, /metrics or /info)\n");
        };
    }

    private Response ready() {
        List<String> missing = reasons.get();
        return missing.isEmpty()
                ? text(200, "ready\n")
                : text(503, String.join("\n", missing) + "\n");
    }

    private static Response text(int status, String text) {
        return new Response(status, TEXT, new Body.Bytes(text.getBytes(StandardCharsets.UTF_8)));
    }
}
