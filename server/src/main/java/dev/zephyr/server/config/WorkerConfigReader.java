// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import dev.zephyr.server.config.WorkerConfig.Folder;
import dev.zephyr.server.config.WorkerConfig.KeyValue;
import dev.zephyr.server.config.WorkerConfig.OutboundHttp;
import dev.zephyr.server.config.WorkerConfigReading.Broken;
import dev.zephyr.server.config.WorkerConfigReading.Read;
import dev.zephyr.spi.Commit.Isolation;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the TOML file beside a worker. Thread-safe. */
public final class WorkerConfigReader {

    private static final Duration TTL_MIN = Duration.ofSeconds(1);
    private static final Duration TTL_MAX = Duration.ofDays(3650);
    private static final Set<String> BACKENDS = Set.of("none", "openvino");

    private final RunLimits defaults;
    private final VariableExpansion expansion;

    /**
     * @param defaults limits of a worker that sets none
     * @param environment what {@code $NAME} in {@code [vars]} refers to
     */
    public WorkerConfigReader(RunLimits defaults, Map<String, String> environment) {
        this.defaults = defaults;
        this.expansion = new VariableExpansion(environment);
    }

    /**
     * Reads {@code NAME.toml} beside {@code NAME.wasm}. Without one the worker has the defaults.
     *
     * @param worker the worker's own file
     */
    public WorkerConfigReading read(Path worker) {
        Path file = fileOf(worker);
        Findings findings = new Findings(file);
        return switch (TomlFile.read(file, findings)) {
            case TomlFile.Outcome.Absent _ ->
                    new Read(WorkerConfig.withoutFile(defaults), List.of());
            case TomlFile.Outcome.Unreadable _ -> new Broken(findings.problems());
            case TomlFile.Outcome.Parsed(var root) -> {
                WorkerConfig config = read(root, directoryOf(worker));
                yield findings.problems().isEmpty()
                        ? new Read(config, findings.warnings())
                        : new Broken(findings.problems());
            }
        };
    }

    /** The configuration file of a worker, whether it exists or not. */
    public static Path fileOf(Path worker) {
        String name = worker.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return worker.resolveSibling((dot <= 0 ? name : name.substring(0, dot)) + ".toml");
    }

    private static Path directoryOf(Path worker) {
        return Objects.requireNonNull(worker.toAbsolutePath().getParent());
    }

    private WorkerConfig read(TomlSection root, Path directory) {
        String expectedVersion = "a string such as \"1\"";
        String version = root.string("version", expectedVersion);
        if (version == null && !root.keys().contains("version")) {
            root.missing("version", expectedVersion);
        }
        String name = root.string("name", "a string");
        WorkerConfig config =
                new WorkerConfig(
                        name == null ? "" : name,
                        version == null ? "" : version,
                        keyValue(root.section("data")),
                        folders(root.sections("folders"), directory),
                        vars(root.section("vars")),
                        features(root.section("features")),
                        limits(root.section("limits")));
        root.warnOfUnknownKeys();
        return config;
    }

    private Map<String, String> vars(@Nullable TomlSection vars) {
        return vars == null ? Map.of() : expansion.expand(vars);
    }

    private RunLimits limits(@Nullable TomlSection limits) {
        return limits == null ? defaults : RunLimitsReader.read(limits, defaults);
    }

    private static Optional<KeyValue> keyValue(@Nullable TomlSection data) {
        if (data == null) {
            return Optional.empty();
        }
        TomlSection kv = data.section("kv");
        data.warnOfUnknownKeys();
        if (kv == null) {
            return Optional.empty();
        }
        String namespace = kv.string("namespace", "a string");
        if (namespace == null && !kv.keys().contains("namespace")) {
            kv.missing("namespace", "a string");
        }
        Isolation isolation = isolation(kv);
        Duration timeToLive = kv.duration("ttl", TTL_MIN, TTL_MAX);
        kv.warnOfUnknownKeys();
        return namespace == null
                ? Optional.empty()
                : Optional.of(new KeyValue(namespace, isolation, Optional.ofNullable(timeToLive)));
    }

    private static Isolation isolation(TomlSection kv) {
        String expected = "\"snapshot\" or \"serializable\"";
        String text = kv.string("isolation", expected);
        return switch (text) {
            case null -> Isolation.SNAPSHOT;
            case "snapshot" -> Isolation.SNAPSHOT;
            case "serializable" -> Isolation.SERIALIZABLE;
            default -> {
                kv.problem("isolation", TomlSection.quote(text), expected);
                yield Isolation.SNAPSHOT;
            }
        };
    }

    private static List<Folder> folders(List<TomlSection> sections, Path directory) {
        List<Folder> folders = new ArrayList<>();
        for (TomlSection section : sections) {
            Path from = from(section, directory);
            String to = section.string("to", "where the worker sees the folder, such as \"/mnt\"");
            Boolean readOnly = section.bool("readonly");
            if (to == null ? !section.keys().contains("to") : to.isEmpty()) {
                section.missing("to", "where the worker sees the folder, such as \"/mnt\"");
            }
            section.warnOfUnknownKeys();
            if (to != null && from != null) {
                folders.add(new Folder(from, to, Boolean.FALSE.equals(readOnly)));
            }
        }
        return folders;
    }

    private static @Nullable Path from(TomlSection section, Path directory) {
        String text = section.string("from", "a folder, relative to the worker's own");
        if (text == null) {
            return section.keys().contains("from") ? null : directory;
        }
        try {
            Path from = directory.resolve(text.replace('\\', '/')).normalize();
            if (!Files.isDirectory(from)) {
                section.warning("from", TomlSection.quote(text), "an existing folder");
            }
            return from;
        } catch (InvalidPathException e) {
            section.problem("from", TomlSection.quote(text), "a path");
            return null;
        }
    }

    private static OutboundHttp features(@Nullable TomlSection features) {
        if (features == null) {
            return OutboundHttp.NONE;
        }
        TomlSection http = features.section("http_requests");
        TomlSection neural = features.section("wasi_nn");
        if (neural != null) {
            checkNeural(features, neural);
        }
        features.warnOfUnknownKeys();
        return http == null ? OutboundHttp.NONE : outboundHttp(http);
    }

    private static OutboundHttp outboundHttp(TomlSection http) {
        List<String> hosts = http.strings("allowed_hosts");
        List<String> methods = http.strings("allowed_methods");
        Boolean plain = http.bool("allow_http");
        http.warnOfUnknownKeys();
        return new OutboundHttp(
                hosts == null
                        ? OutboundHttp.NONE.allowedHosts()
                        : hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList(),
                methods == null
                        ? OutboundHttp.NONE.allowedMethods()
                        : methods.stream()
                                .map(method -> method.toUpperCase(Locale.ROOT))
                                .collect(Collectors.toSet()),
                Boolean.TRUE.equals(plain));
    }

    /**
     * Neural networks are not offered; the keys are checked so that a typing error is not hidden.
     */
    private static void checkNeural(TomlSection features, TomlSection neural) {
        List<String> backends = neural.strings("allowed_backends");
        if (backends != null && !BACKENDS.containsAll(backends)) {
            neural.problem("allowed_backends", backends.toString(), "\"openvino\" or \"none\"");
        }
        for (TomlSection model : neural.sections("preload_models")) {
            String backend = model.string("backend", "\"openvino\" or \"none\"");
            if (backend != null && !BACKENDS.contains(backend)) {
                model.problem("backend", TomlSection.quote(backend), "\"openvino\" or \"none\"");
            }
            TomlSection provider = model.section("provider");
            if (provider != null) {
                String type = provider.string("type", "\"local\"");
                if (type != null && !type.equals("local")) {
                    provider.problem("type", TomlSection.quote(type), "\"local\"");
                }
                provider.string("dir", "a folder");
                provider.warnOfUnknownKeys();
            }
            model.warnOfUnknownKeys();
        }
        neural.warnOfUnknownKeys();
        features.warning("wasi_nn", "neural networks are not available", "a worker without them");
    }
}
