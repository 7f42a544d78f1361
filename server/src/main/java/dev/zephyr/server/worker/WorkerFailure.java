// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.kv.Settled;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What a client is told when a worker fails: nothing but an identifier, which is in the log beside
 * the reason. Thread-safe.
 */
final class WorkerFailure {

    /** Names the failure, in the response and in the log. */
    static final String ID_HEADER = "X-Request-Id";

    private static final System.Logger LOG = System.getLogger("dev.zephyr.worker");

    /** The forerunner's page, which people grep for. */
    private static final byte[] PAGE =
            "<p>There was an error running this function</p>".getBytes(StandardCharsets.US_ASCII);

    /** A full queue drains within a second or so. */
    private static final String RETRY_SECONDS = "1";

    private WorkerFailure() {}

    /** A run failed. */
    static Response of(Worker worker, String reason) {
        return page(500, log(worker, reason));
    }

    /** A run was stopped at its deadline. */
    static Response timedOut(Worker worker, Duration limit) {
        return page(504, log(worker, "stopped after " + limit.toMillis() + " ms"));
    }

    /** The store can't answer now. */
    static Response unavailable(Worker worker, Settled.Unavailable<?> unavailable) {
        String id = log(worker, "key/value data: " + unavailable.reason());
        long seconds = Math.max(1, unavailable.retryAfter().toSeconds());
        return new Response(
                503,
                HeaderBlock.of(
                        "Content-Type",
                        "text/html",
                        "Retry-After",
                        Long.toString(seconds),
                        ID_HEADER,
                        id),
                new Body.Bytes(PAGE));
    }

    /** Too many requests wait already. It is not logged: under load it would be a flood. */
    static Response busy() {
        return new Response(
                503,
                HeaderBlock.of("Content-Type", "text/plain", "Retry-After", RETRY_SECONDS),
                new Body.Bytes("the server is busy\n".getBytes(StandardCharsets.US_ASCII)));
    }

    static Response page(int status, String id) {
        return new Response(
                status,
                HeaderBlock.of("Content-Type", "text/html", ID_HEADER, id),
                new Body.Bytes(PAGE));
    }

    private static String log(Worker worker, String reason) {
        return log(worker.config().name(), worker.route(), reason);
    }

    /** Gives the failure its identifier. */
    static String log(String name, String route, String reason) {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        LOG.log(
                Level.ERROR,
                "Error running worker {0} at route {1}: {2} (request {3})",
                name.isEmpty() ? "without a name" : "\"" + name + "\"",
                route,
                GuestLog.printable(reason),
                id);
        return id;
    }
}
