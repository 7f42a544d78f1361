// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import dev.zephyr.server.config.ProjectFile.Setting;
import dev.zephyr.server.config.ServerConfig.Admin;
import dev.zephyr.server.config.ServerConfig.ConnectionLimits;
import dev.zephyr.server.config.ServerConfig.Logging;
import dev.zephyr.server.config.ServerConfig.Network;
import dev.zephyr.server.config.ServerConfig.Site;
import dev.zephyr.server.config.ServerConfig.Workers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Brings flags, environment and {@code .wws.toml} together. Thread-safe. */
public final class ServerConfigReader {

    private final Map<String, String> environment;

    /**
     * @param environment the process's
     */
    public ServerConfigReader(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Reads everything that can be set.
     *
     * @param root the project
     * @param flags the texts of those that were given, in order; best keyed by identity
     */
    public ServerConfigReading read(Path root, Map<Option<?>, List<String>> flags) {
        return switch (ProjectFileReader.read(root)) {
            case ProjectFile.Absent _ ->
                    merge(root, flags, Map.of(), FileSettings.DEFAULT, List.of());
            case ProjectFile.Broken(var problems) ->
                    new ServerConfigReading.Refused(
                            problems.stream().map(Problem::toString).toList());
            case ProjectFile.Ignored(var problems) ->
                    merge(root, flags, Map.of(), FileSettings.DEFAULT, ignored(problems));
            case ProjectFile.Read(var settings, var files, var runtimes, var warnings) ->
                    merge(root, flags, settings, files, warnings(warnings, runtimes));
        };
    }

    private ServerConfigReading merge(
            Path root,
            Map<Option<?>, List<String>> flags,
            Map<String, Setting> settings,
            FileSettings files,
            List<String> warnings) {
        OptionValues values = new OptionValues(flags, environment, settings);
        Site site = site(values);
        ServerConfig config =
                new ServerConfig(
                        root, network(values), site, workers(values, root), logging(values), files);
        if (!values.problems().isEmpty()) {
            return new ServerConfigReading.Refused(values.problems());
        }
        return site.strict() && !warnings.isEmpty()
                ? new ServerConfigReading.Refused(warnings)
                : new ServerConfigReading.Read(config, warnings);
    }

    private static List<String> ignored(List<Problem> problems) {
        List<String> warnings = new ArrayList<>();
        warnings.add("There was an error reading the .wws.toml file. It will be ignored");
        problems.forEach(problem -> warnings.add("Error: " + problem));
        return warnings;
    }

    private static List<String> warnings(List<Problem> problems, List<String> runtimes) {
        List<String> warnings = new ArrayList<>();
        problems.forEach(problem -> warnings.add(problem.toString()));
        if (!runtimes.isEmpty()) {
            warnings.add(
                    "Required language runtimes are not installed. Some files may not be considered"
                            + " workers");
            warnings.add("Not available here: " + String.join(", ", runtimes));
        }
        return warnings;
    }

    private static Network network(OptionValues values) {
        String adminHost = values.get(Options.ADMIN_HOST);
        return new Network(
                values.get(Options.HOST),
                values.get(Options.PORT),
                values.get(Options.ADMIN_PORT).map(port -> new Admin(adminHost, port)),
                values.get(Options.EVENT_LOOPS),
                values.get(Options.TRUSTED_PROXY),
                connectionLimits(values));
    }

    private static Site site(OptionValues values) {
        return new Site(
                values.get(Options.PREFIX),
                values.get(Options.IGNORE),
                values.get(Options.CORS),
                values.get(Options.STRICT),
                values.get(Options.ENABLE_PANEL));
    }

    private Workers workers(OptionValues values, Path root) {
        Optional<Path> chosen = values.get(Options.CACHE_DIR);
        if (values.isFromFile(Options.CACHE_DIR)) {
            chosen = chosen.map(root::resolve);
        }
        Optional<Path> cache = chosen.or(() -> UserCache.directory(environment));
        return new Workers(
                runLimits(values),
                values.get(Options.THREADS),
                values.get(LimitOptions.MAX_QUEUE),
                values.get(Options.NO_CACHE) ? Optional.empty() : cache,
                values.get(Options.KV));
    }

    private static RunLimits runLimits(OptionValues values) {
        return new RunLimits(
                values.get(LimitOptions.TIMEOUT),
                values.get(LimitOptions.MAX_MEMORY),
                values.get(LimitOptions.MAX_STDOUT).intValue(),
                values.get(LimitOptions.MAX_STDERR).intValue(),
                values.get(LimitOptions.MAX_OPEN_FILES),
                values.get(LimitOptions.MAX_BODY).intValue());
    }

    private static ConnectionLimits connectionLimits(OptionValues values) {
        return new ConnectionLimits(
                values.get(LimitOptions.MAX_REQUEST_LINE).intValue(),
                values.get(LimitOptions.MAX_HEADER_BYTES).intValue(),
                values.get(LimitOptions.MAX_HEADERS),
                values.get(LimitOptions.HEADER_TIMEOUT),
                values.get(LimitOptions.BODY_TIMEOUT),
                values.get(LimitOptions.MIN_BODY_RATE).intValue(),
                values.get(LimitOptions.MAX_BODIES),
                values.get(LimitOptions.IDLE_TIMEOUT),
                values.get(LimitOptions.WRITE_TIMEOUT),
                values.get(LimitOptions.MAX_CONNECTIONS),
                values.get(LimitOptions.MAX_PIPELINE).intValue());
    }

    private static Logging logging(OptionValues values) {
        return new Logging(
                values.get(Options.LOG_LEVEL),
                values.get(Options.LOG_FORMAT),
                values.get(Options.ACCESS_LOG),
                values.get(Options.ACCESS_LOG_FORMAT));
    }
}
