// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import dev.zephyr.spi.Commit.Isolation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one worker is and may do: the TOML file beside it, or the defaults. Immutable.
 *
 * @param name label in logs; empty if not given
 * @param version as given; empty without a file
 * @param keyValue the namespace that it is handed; empty: none
 * @param folders what it sees of the host's file system
 * @param vars its whole environment, values expanded
 * @param http the outbound requests it may make
 * @param limits what a run may use at most
 */
public record WorkerConfig(
        String name,
        String version,
        Optional<KeyValue> keyValue,
        List<Folder> folders,
        Map<String, String> vars,
        OutboundHttp http,
        RunLimits limits) {

    public WorkerConfig {
        folders = List.copyOf(folders);
        vars = Map.copyOf(vars);
    }

    /** A worker without a TOML file. */
    public static WorkerConfig withoutFile(RunLimits limits) {
        return new WorkerConfig(
                "", "", Optional.empty(), List.of(), Map.of(), OutboundHttp.NONE, limits);
    }

    /**
     * {@code [data.kv]}.
     *
     * @param timeToLive how long an entry lives after it was last written; empty: for ever
     */
    public record KeyValue(String namespace, Isolation isolation, Optional<Duration> timeToLive) {}

    /**
     * One of {@code [[folders]]}.
     *
     * @param from absolute host directory
     * @param to where the guest sees it, as written
     */
    public record Folder(Path from, String to, boolean writable) {}

    /**
     * {@code [features.http_requests]}.
     *
     * @param allowedHosts exact names, {@code *.suffix} or {@code host:port}, in lower case
     * @param allowedMethods in upper case
     */
    public record OutboundHttp(
            List<String> allowedHosts, Set<String> allowedMethods, boolean allowHttp) {

        /** No outbound request is allowed. */
        public static final OutboundHttp NONE =
                new OutboundHttp(List.of(), Set.of("GET", "POST", "PUT", "PATCH", "DELETE"), false);

        public OutboundHttp {
            allowedHosts = List.copyOf(allowedHosts);
            allowedMethods = Set.copyOf(allowedMethods);
        }
    }
}
