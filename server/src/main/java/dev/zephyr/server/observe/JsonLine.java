// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.http.Request;
import dev.zephyr.server.transport.ConnectionObserver.Completion;

/** The format {@code json}: an object on a line. Confined to the connection's event loop. */
final class JsonLine extends AccessLine {

    private static final long NANOS_PER_MICRO = 1_000;
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final LogClock clock;

    JsonLine(LogClock clock) {
        this.clock = clock;
    }

    @Override
    void write(LogLine out, Completion completion) {
        Request request = completion.request();
        time(out);
        out.ascii(",\"client\":\"").ascii(peer(request));
        out.ascii("\",\"method\":\"").json(request.method());
        String path = path(request);
        if (path != null) {
            out.ascii("\",\"path\":\"").json(path);
        }
        String query = query(request);
        if (query != null) {
            out.ascii("\",\"query\":\"").json(query);
        }
        out.ascii("\",\"protocol\":\"HTTP/1.").put(completion.isOldClient() ? '0' : '1');
        out.ascii("\",\"status\":").number(completion.status());
        out.ascii(",\"received_bytes\":").number(completion.bytesIn());
        out.ascii(",\"sent_bytes\":").number(completion.bytesOut());
        long micros = Math.max(0, completion.nanos()) / NANOS_PER_MICRO;
        out.ascii(",\"duration_seconds\":").number(micros / MICROS_PER_SECOND);
        out.put('.').digits(micros % MICROS_PER_SECOND, 6);
        Served.Kind kind = Served.of(completion.tag()).kind();
        out.ascii(",\"kind\":\"").ascii(kind.label()).put('"');
        if (completion.isCut()) {
            out.ascii(",\"cut\":true");
        }
        field(out, request, "referer", ",\"referer\":\"");
        field(out, request, "user-agent", ",\"user_agent\":\"");
        out.ascii("}\n");
    }

    @Override
    void writeRefused(LogLine out, int status) {
        time(out);
        out.ascii(",\"status\":").number(status).ascii(",\"refused\":true}\n");
    }

    private void time(LogLine out) {
        out.ascii("{\"time\":\"").ascii(clock.now()).put('.');
        out.digits(clock.millisOfSecond(), 3).ascii("Z\"");
    }

    private static void field(LogLine out, Request request, String name, String start) {
        String value = request.headers().first(name);
        if (value != null) {
            out.ascii(start).json(value).put('"');
        }
    }
}
