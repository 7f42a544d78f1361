// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import dev.zephyr.server.http.TrustedProxies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Everything a server needs to know, checked. Immutable.
 *
 * @param root the folder that is served
 * @param network where it listens
 * @param site what is served to whom
 * @param workers how workers run
 * @param logging what is written about it
 * @param files how static files are served
 */
public record ServerConfig(
        Path root,
        Network network,
        Site site,
        Workers workers,
        Logging logging,
        FileSettings files) {

    /**
     * Where the server listens.
     *
     * @param host name or address
     * @param port 0 for any that is free
     * @param admin where health and metrics are offered; empty: nowhere
     * @param eventLoops threads that talk to clients; 0 for the server's choice
     * @param trustedProxies whose {@code X-Forwarded-*} and {@code Forwarded} are believed
     * @param limits what a client may use at most
     */
    public record Network(
            String host,
            int port,
            Optional<Admin> admin,
            int eventLoops,
            List<TrustedProxies.Network> trustedProxies,
            ConnectionLimits limits) {
        public Network {
            trustedProxies = List.copyOf(trustedProxies);
        }
    }

    /** The second listener, for operators. */
    public record Admin(String host, int port) {}

    /**
     * What is served to whom.
     *
     * @param prefix path before every route and file, as written
     * @param ignore files that are no workers
     * @param corsOrigins origins whose pages may read answers; {@code *} for all
     * @param strict whether any problem found while loading keeps the server from starting
     * @param panel whether the administration panel was asked for, which is not available
     */
    public record Site(
            String prefix,
            List<Glob> ignore,
            List<String> corsOrigins,
            boolean strict,
            boolean panel) {
        public Site {
            ignore = List.copyOf(ignore);
            corsOrigins = List.copyOf(corsOrigins);
        }
    }

    /**
     * How workers run.
     *
     * @param limits of a run whose worker sets none
     * @param threads that run workers; 0 for one per processor
     * @param queueMax requests that wait for a thread; more are answered with 503
     * @param cacheDirectory where compiled workers are kept; empty: nowhere
     * @param keyValueUrl the store; empty for the server's choice. May hold a password: never show
     *     it
     */
    public record Workers(
            RunLimits limits,
            int threads,
            int queueMax,
            Optional<Path> cacheDirectory,
            Optional<String> keyValueUrl) {

        /** Without the URL of the store. */
        @Override
        public String toString() {
            return "Workers[limits=%s, threads=%d, queueMax=%d, cacheDirectory=%s]"
                    .formatted(limits, threads, queueMax, cacheDirectory);
        }
    }

    /**
     * What is written about the server's work.
     *
     * @param level the least important that is written
     * @param format of the log
     * @param accessLog {@code stderr}, {@code stdout}, {@code off} or a file
     * @param accessLogFormat of its lines
     */
    public record Logging(
            LogLevel level, LogFormat format, String accessLog, AccessLogFormat accessLogFormat) {}

    /** How important a message must be to be written. */
    public enum LogLevel {
        OFF,
        ERROR,
        WARN,
        INFO,
        DEBUG,
        TRACE
    }

    /** How a message is written. */
    public enum LogFormat {
        /** A line for people. */
        TEXT,
        /** A JSON object on a line. */
        JSON
    }

    /** How a request is written. */
    public enum AccessLogFormat {
        /** The common log format of NCSA. */
        COMMON,
        /** The same with referrer and user agent. */
        COMBINED,
        /** A JSON object on a line. */
        JSON
    }

    /**
     * What a client may use at most; see {@code docs/limits.md} for the reasons.
     *
     * @param requestLineBytesMax method, target and version
     * @param fieldBytesMax all header fields together
     * @param fieldCountMax header fields
     * @param headTime to send the request line and fields
     * @param bodyTime to send the content, beyond what {@code bodyRateMin} allows it
     * @param bodyRateMin bytes a second
     * @param bodyBytesInFlightMax content being received by all connections together
     * @param idleTime between two requests
     * @param writeStallTime without taking a byte of the answer
     * @param connectionsMax open at a time
     * @param pipelineBytesMax read ahead while a request is answered
     */
    public record ConnectionLimits(
            int requestLineBytesMax,
            int fieldBytesMax,
            int fieldCountMax,
            Duration headTime,
            Duration bodyTime,
            int bodyRateMin,
            long bodyBytesInFlightMax,
            Duration idleTime,
            Duration writeStallTime,
            int connectionsMax,
            int pipelineBytesMax) {}
}
