// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.transport.ConnectionObserver.TimeLimit;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/** The totals of all event loops, as people see them. Confined to one thread. */
final class ConnectionTotals {

    private final Shards.Totals totals;

    ConnectionTotals(Shards.Totals totals) {
        this.totals = totals;
    }

    void writeTo(Exposition out) {
        requests(out);
        out.family(ConnectionMetric.REFUSED_REQUESTS);
        for (int place = 0; place < ConnectionCells.refusalCount(); place++) {
            String status = ConnectionCells.refusalLabel(place);
            long count = totals.sum(ConnectionCells.refusalsAt(place));
            out.sample(count, "http_response_status_code", status);
        }
        perKind(out, ConnectionMetric.RECEIVED, ConnectionCells::received);
        perKind(out, ConnectionMetric.SENT, ConnectionCells::sent);
        single(out, ConnectionMetric.CUT_ANSWERS, totals.sum(ConnectionCells.CUT));
        connections(out);
        files(out);
    }

    private void requests(Exposition out) {
        out.family(ConnectionMetric.REQUESTS);
        for (Served.Kind kind : Served.Kind.values()) {
            for (int method = 0; method < RequestMethod.count(); method++) {
                for (int status = 0; status < ConnectionCells.statusClassCount(); status++) {
                    request(out, kind, method, status);
                }
            }
        }
        out.family(ConnectionMetric.REQUEST_DURATION);
        for (Served.Kind kind : Served.Kind.values()) {
            DurationTotals durations = new DurationTotals();
            for (Served served : Served.values()) {
                if (served.kind() == kind) {
                    durations.add(totals, ConnectionCells.durations(served.tag()));
                }
            }
            out.durations(durations, "kind", label(kind));
        }
        single(
                out,
                ConnectionMetric.ACTIVE_REQUESTS,
                totals.sum(ConnectionCells.STARTED) - finished());
    }

    /**
     * GET with 2xx is always there; what never happened is left out, as it is most of the table.
     */
    private void request(Exposition out, Served.Kind kind, int method, int statusClass) {
        long count =
                sum(
                        served -> served.kind() == kind,
                        served -> ConnectionCells.requests(served, method, statusClass));
        RequestMethod named = RequestMethod.at(method);
        if (count > 0 || (named == RequestMethod.GET && statusClass >= 2 && statusClass <= 5)) {
            out.sample(
                    count,
                    "http_request_method",
                    named.label(),
                    "http_response_status_class",
                    ConnectionCells.statusLabel(statusClass),
                    "kind",
                    label(kind));
        }
    }

    private long finished() {
        long finished = 0;
        for (int cell = ConnectionCells.requests(0, 0, 0); cell < ConnectionCells.SIZE; cell++) {
            finished += totals.sum(cell);
        }
        return finished;
    }

    private void connections(Exposition out) {
        long accepted = totals.sum(ConnectionCells.ACCEPTED);
        long closed = totals.sum(ConnectionCells.CLOSED);
        single(out, ConnectionMetric.OPEN_CONNECTIONS, accepted - closed);
        single(out, ConnectionMetric.ACCEPTED_CONNECTIONS, accepted);
        long refused = totals.sum(ConnectionCells.REFUSED);
        single(out, ConnectionMetric.REFUSED_CONNECTIONS, refused);
        out.family(ConnectionMetric.TIMEOUTS);
        for (TimeLimit limit : TimeLimit.values()) {
            out.sample(totals.sum(ConnectionCells.timeouts(limit)), "limit", label(limit));
        }
        out.family(ConnectionMetric.LOOP_LAG);
        out.durations(new DurationTotals().add(totals, ConnectionCells.LAG));
    }

    private void files(Exposition out) {
        out.family(ConnectionMetric.FILE_LOOKUPS);
        out.sample(answers(served -> isFile(served) && !served.isLoaded()), "result", "hit");
        out.sample(answers(served -> isFile(served) && served.isLoaded()), "result", "miss");
        out.family(ConnectionMetric.FILE_SENT);
        long memory = sum(Served::isFromMemory, ConnectionCells::sent);
        long disk = sum(s -> isFile(s) && !s.isFromMemory(), ConnectionCells::sent);
        out.sample(memory, "source", "memory");
        out.sample(disk, "source", "disk");
        long notModified = totals.sum(ConnectionCells.NOT_MODIFIED);
        single(out, ConnectionMetric.FILE_NOT_MODIFIED, notModified);
        single(out, ConnectionMetric.FILE_PARTIAL, totals.sum(ConnectionCells.PARTIAL));
    }

    private long answers(Predicate<Served> which) {
        long sum = 0;
        for (int method = 0; method < RequestMethod.count(); method++) {
            for (int status = 0; status < ConnectionCells.statusClassCount(); status++) {
                int ofMethod = method;
                int ofStatus = status;
                sum += sum(which, s -> ConnectionCells.requests(s, ofMethod, ofStatus));
            }
        }
        return sum;
    }

    private void perKind(Exposition out, Metric metric, IntUnaryOperator cell) {
        out.family(metric);
        for (Served.Kind kind : Served.Kind.values()) {
            out.sample(sum(served -> served.kind() == kind, cell), "kind", label(kind));
        }
    }

    private long sum(Predicate<Served> which, IntUnaryOperator cell) {
        long sum = 0;
        for (Served served : Served.values()) {
            if (which.test(served)) {
                sum += totals.sum(cell.applyAsInt(served.tag()));
            }
        }
        return sum;
    }

    private static boolean isFile(Served served) {
        return served.kind() == Served.Kind.FILE;
    }

    private static void single(Exposition out, Metric metric, long value) {
        out.family(metric);
        out.sample(value);
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
