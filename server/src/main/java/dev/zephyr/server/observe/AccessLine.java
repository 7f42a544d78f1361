// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.config.ServerConfig.AccessLogFormat;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.transport.ConnectionObserver.Completion;
import java.time.InstantSource;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * How a request is written in the access log. Confined to the connection's event loop.
 *
 * <p>{@code common} is NCSA's: client, identity and user (never known), time, request line, status,
 * bytes of content. {@code combined} adds referrer and user agent.
 */
abstract sealed class AccessLine permits NcsaLine, JsonLine {

    private final LogLine line = new LogLine();
    private final PeerNames peers = new PeerNames();

    static AccessLine of(AccessLogFormat format, InstantSource clock, ZoneId zone) {
        return switch (format) {
            case COMMON -> new NcsaLine(LogClock.common(clock, zone), false);
            case COMBINED -> new NcsaLine(LogClock.common(clock, zone), true);
            case JSON -> new JsonLine(LogClock.universal(clock));
        };
    }

    /** Makes the line of a request that was answered. */
    final LogLine of(Completion completion) {
        line.clear();
        write(line, completion);
        return line;
    }

    /** Makes the line of what was no request. */
    final LogLine ofRefused(int status) {
        line.clear();
        writeRefused(line, status);
        return line;
    }

    abstract void write(LogLine out, Completion completion);

    abstract void writeRefused(LogLine out, int status);

    final byte[] peer(Request request) {
        return peers.name(request.peer());
    }

    /** The path as it was sent; null if it was none. */
    static @Nullable String path(Request request) {
        return switch (request.target()) {
            case RequestTarget.Path path -> path.raw();
            case RequestTarget.Asterisk _ -> "*";
            case RequestTarget.Malformed _ -> null;
        };
    }

    /** What followed the question mark; null without one. */
    static @Nullable String query(Request request) {
        return request.target() instanceof RequestTarget.Path path ? path.query() : null;
    }
}
