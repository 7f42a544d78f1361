// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Problem;
import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.config.ServerConfigReader;
import dev.zephyr.server.config.ServerConfigReading;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.config.WorkerConfigReader;
import dev.zephyr.server.config.WorkerConfigReading;
import dev.zephyr.server.route.FolderScan;
import dev.zephyr.server.route.Prefix;
import dev.zephyr.server.route.Route;
import dev.zephyr.server.route.Routes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code wws check}: reads a project as the server does, prints each route with what its worker may
 * do, and everything that is wrong. Confined to the main thread.
 */
final class Check {

    private final Terminal terminal;
    private final Map<String, String> environment;
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    Check(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    /** The exit code: 1 if a worker can't run or the project can't be served. */
    int run(String location, Map<Option<?>, List<String>> flags) {
        return switch (ProjectLocation.of(location)) {
            case ProjectLocation.Unusable(var reason) -> {
                terminal.printError("❌ There was an error preparing the project: " + reason);
                yield ExitCode.FAILED;
            }
            case ProjectLocation.Folder(var root) -> configure(root, flags);
        };
    }

    private int configure(Path root, Map<Option<?>, List<String>> flags) {
        return switch (new ServerConfigReader(environment).read(root, flags)) {
            case ServerConfigReading.Refused(var found) -> {
                found.forEach(problem -> terminal.printError("wws: " + problem));
                yield ExitCode.FAILED;
            }
            case ServerConfigReading.Read(var config, var found) -> {
                warnings.addAll(found);
                yield check(config);
            }
        };
    }

    private int check(ServerConfig config) {
        ServerConfig.Site site = config.site();
        Routes routes = FolderScan.scan(config.root(), Prefix.of(site.prefix()), site.ignore());
        routes.warnings().stream().map(Problem::toString).forEach(warnings::add);
        WorkerConfigReader reader = new WorkerConfigReader(config.workers().limits(), environment);
        for (Route route : routes.inOrder()) {
            worker(route, reader.read(route.file()));
        }
        return conclude(routes.inOrder().size(), site.strict());
    }

    private void worker(Route route, WorkerConfigReading reading) {
        terminal.print(route.path());
        terminal.print("  file: " + route.file());
        switch (reading) {
            case WorkerConfigReading.Read(var config, var found) -> {
                found.stream().map(Problem::toString).forEach(warnings::add);
                abilities(config).forEach(line -> terminal.print("  " + line));
            }
            case WorkerConfigReading.Broken(var found) -> {
                found.stream().map(Problem::toString).forEach(problems::add);
                terminal.print("  answers 500: its configuration is wrong");
            }
        }
    }

    /** Names of variables only: their values may be secret. */
    private static List<String> abilities(WorkerConfig config) {
        List<String> lines = new ArrayList<>();
        if (!config.name().isEmpty()) {
            lines.add("name: " + config.name());
        }
        if (!config.vars().isEmpty()) {
            lines.add(
                    "vars: "
                            + String.join(", ", config.vars().keySet().stream().sorted().toList()));
        }
        config.keyValue()
                .ifPresent(kv -> {
                    String isolation = kv.isolation().name().toLowerCase(Locale.ROOT);
                    String life = kv.timeToLive().map(t -> ", ttl " + t).orElse("");
                    lines.add("kv: " + kv.namespace() + " (" + isolation + life + ")");
                });
        for (WorkerConfig.Folder folder : config.folders()) {
            String mode = folder.writable() ? "read and write" : "read only";
            lines.add("folder: " + folder.from() + " as " + folder.to() + " (" + mode + ")");
        }
        WorkerConfig.OutboundHttp http = config.http();
        if (!http.allowedHosts().isEmpty()) {
            lines.add(
                    "hosts: %s (%s%s)"
                            .formatted(
                                    String.join(", ", http.allowedHosts()),
                                    String.join(
                                            ", ", http.allowedMethods().stream().sorted().toList()),
                                    http.allowHttp() ? "; also without TLS" : ""));
        }
        lines.add("limits: " + config.limits());
        return lines;
    }

    private int conclude(int routes, boolean strict) {
        warnings.forEach(warning -> terminal.print("⚠️  " + warning));
        problems.forEach(problem -> terminal.print("❌ " + problem));
        boolean failed = !problems.isEmpty() || (strict && !warnings.isEmpty());
        terminal.print(
                "%s %d routes, %d problems, %d warnings"
                        .formatted(failed ? "❌" : "✅", routes, problems.size(), warnings.size()));
        return failed ? ExitCode.FAILED : ExitCode.OK;
    }
}
