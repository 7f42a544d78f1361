// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.http.Request;
import dev.zephyr.server.transport.ConnectionObserver.Completion;

/** The formats {@code common} and {@code combined}. Confined to the connection's event loop. */
final class NcsaLine extends AccessLine {

    private final LogClock clock;
    private final boolean combined;

    NcsaLine(LogClock clock, boolean combined) {
        this.clock = clock;
        this.combined = combined;
    }

    @Override
    void write(LogLine out, Completion completion) {
        Request request = completion.request();
        out.ascii(peer(request)).ascii(" - - [").ascii(clock.now()).ascii("] \"");
        out.quotable(request.method()).put(' ');
        String path = path(request);
        out.quotable(path == null ? "-" : path);
        String query = query(request);
        if (query != null) {
            out.put('?').quotable(query);
        }
        out.ascii(completion.isOldClient() ? " HTTP/1.0\" " : " HTTP/1.1\" ");
        out.number(completion.status()).put(' ');
        bytes(out, completion.contentBytesOut());
        if (combined) {
            field(out, request, "referer");
            field(out, request, "user-agent");
        }
        out.put('\n');
    }

    @Override
    void writeRefused(LogLine out, int status) {
        out.ascii("- - - [").ascii(clock.now()).ascii("] \"-\" ").number(status).ascii(" -");
        out.ascii(combined ? " \"-\" \"-\"\n" : "\n");
    }

    /** The format has a dash for nothing. */
    private static void bytes(LogLine out, long bytes) {
        if (bytes == 0) {
            out.put('-');
        } else {
            out.number(bytes);
        }
    }

    private static void field(LogLine out, Request request, String name) {
        String value = request.headers().first(name);
        out.ascii(" \"").quotable(value == null ? "-" : value).put('"');
    }
}
