// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import dev.zephyr.server.config.ServerConfig.AccessLogFormat;
import dev.zephyr.server.config.ServerConfig.LogFormat;
import dev.zephyr.server.config.ServerConfig.LogLevel;
import dev.zephyr.server.http.TrustedProxies.Network;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The table of all options: the command line, the environment, the file and their pages. Immutable.
 */
public final class Options {

    private static final int PORT_MAX = 65_535;

    /* Network. */

    public static final Option<String> HOST =
            Option.of(
                    "host",
                    "server.host",
                    ValueType.text("HOST"),
                    "127.0.0.1",
                    "Name or address to listen on.");
    public static final Option<Integer> PORT =
            new Option<>(
                    "port",
                    "p",
                    "server.port",
                    ValueType.number(0, PORT_MAX),
                    "8080",
                    "Port to listen on; 0 for any that is free.");
    public static final Option<String> ADMIN_HOST =
            Option.of(
                    "admin-host",
                    "server.admin_host",
                    ValueType.text("HOST"),
                    "127.0.0.1",
                    "Where the admin port listens.");
    public static final Option<Optional<Integer>> ADMIN_PORT =
            Option.of(
                    "admin-port",
                    "server.admin_port",
                    ValueType.optionalNumber(0, PORT_MAX),
                    "",
                    "Port for health checks and metrics; none without it.");
    public static final Option<Integer> EVENT_LOOPS =
            Option.of(
                    "event-loops",
                    "server.event_loops",
                    ValueType.number(0, 1024),
                    "0",
                    "Threads that talk to clients; 0 lets the server choose.");
    public static final Option<List<Network>> TRUSTED_PROXY =
            Option.of(
                    "trusted-proxy",
                    "server.trusted_proxies",
                    ValueType.addressRanges(),
                    "",
                    "Proxy whose X-Forwarded-* and Forwarded fields are believed.");

    /* Site. */

    public static final Option<String> PREFIX =
            Option.of(
                    "prefix",
                    "server.prefix",
                    ValueType.text("PATH"),
                    "",
                    "Path before every route and static file.");
    public static final Option<List<Glob>> IGNORE =
            Option.of(
                    "ignore",
                    "server.ignore",
                    ValueType.globs(),
                    "",
                    "Files that are no workers, relative to the folder.");
    public static final Option<List<String>> CORS =
            Option.of(
                    "cors",
                    "server.cors",
                    ValueType.origins(),
                    "",
                    "Origin whose pages may read the answers; * for every origin.");
    public static final Option<Boolean> STRICT =
            Option.of(
                    "strict",
                    "server.strict",
                    ValueType.toggle(),
                    "false",
                    "Refuse to start if a worker or a file of settings has a problem.");
    public static final Option<Boolean> ENABLE_PANEL =
            Option.of(
                    "enable-panel",
                    "server.enable_panel",
                    ValueType.toggle(),
                    "false",
                    "Accepted for compatibility; the panel is not available.");

    /* Workers. */

    public static final Option<Optional<String>> KV =
            Option.of(
                    "kv",
                    "server.kv",
                    ValueType.storeUrl(),
                    "",
                    "Key/value store: memory:, file:PATH, postgresql://… or redis://….");
    public static final Option<Integer> THREADS =
            Option.of(
                    "threads",
                    "server.threads",
                    ValueType.number(0, 1024),
                    "0",
                    "Threads that run workers; 0 for one per processor.");
    public static final Option<Boolean> NO_CACHE =
            Option.of(
                    "no-cache",
                    "server.no_cache",
                    ValueType.toggle(),
                    "false",
                    "Compile every worker anew and keep nothing on disk.");
    public static final Option<Optional<Path>> CACHE_DIR =
            Option.of(
                    "cache-dir",
                    "server.cache_dir",
                    ValueType.optionalPath(),
                    "",
                    "Where compiled workers are kept; by default in the user's cache folder.");

    /* Logs. */

    public static final Option<LogLevel> LOG_LEVEL =
            new Option<>(
                    "log-level",
                    "l",
                    "server.log_level",
                    ValueType.choice(LogLevel.class),
                    "info",
                    "The least important message that is written.");
    public static final Option<LogFormat> LOG_FORMAT =
            Option.of(
                    "log-format",
                    "server.log_format",
                    ValueType.choice(LogFormat.class),
                    "text",
                    "Lines for people, or a JSON object a line.");
    public static final Option<String> ACCESS_LOG =
            Option.of(
                    "access-log",
                    "server.access_log",
                    ValueType.text("TARGET"),
                    "stderr",
                    "Where requests are written: stderr, stdout, off or a file.");
    public static final Option<AccessLogFormat> ACCESS_LOG_FORMAT =
            Option.of(
                    "access-log-format",
                    "server.access_log_format",
                    ValueType.choice(AccessLogFormat.class),
                    "common",
                    "How a request is written.");

    /**
     * Options that belong together.
     *
     * @param title of the section in the help and the pages
     */
    public record Group(String title, List<Option<?>> options) {
        public Group {
            options = List.copyOf(options);
        }
    }

    /** All options, in the order of the help. */
    public static final List<Group> GROUPS =
            List.of(
                    new Group(
                            "Network",
                            List.of(
                                    HOST,
                                    PORT,
                                    ADMIN_HOST,
                                    ADMIN_PORT,
                                    EVENT_LOOPS,
                                    TRUSTED_PROXY)),
                    new Group("Site", List.of(PREFIX, IGNORE, CORS, STRICT, ENABLE_PANEL)),
                    new Group("Workers", List.of(KV, THREADS, NO_CACHE, CACHE_DIR)),
                    new Group(
                            "Logs", List.of(LOG_LEVEL, LOG_FORMAT, ACCESS_LOG, ACCESS_LOG_FORMAT)),
                    LimitOptions.RUN,
                    LimitOptions.SERVER);

    private Options() {}

    /** All options, in the order of the help. */
    public static Stream<Option<?>> all() {
        return GROUPS.stream().flatMap(group -> group.options().stream());
    }
}
