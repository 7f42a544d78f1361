// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.StartException;
import dev.zephyr.server.StartListener;
import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.config.ServerConfigReader;
import dev.zephyr.server.config.ServerConfigReading;
import dev.zephyr.server.observe.Logs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * {@code wws [PATH]}: starts the server, says so, and stops it when asked. Confined to the main
 * thread.
 */
final class Serve {

    /** What a started server can be asked. */
    interface Running {
        void shutdown(Duration grace);

        /** Opens the files of logs again by their names. */
        default void reopenLogs() {}
    }

    /** Starts a server. */
    interface Starter {
        Running start(ServerConfig config, StartListener progress) throws StartException;
    }

    /** How the process is asked to stop. */
    interface Stop {
        /** Returns when no request can be missed any more. */
        void awaitReady();

        /**
         * Returns when the process is asked to stop.
         *
         * @param onHangUp run whenever the process is told that its terminal has gone
         */
        void awaitRequest(Runnable onHangUp);
    }

    /** How long requests that run may go on after the process was asked to stop. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final String NOT_PREPARED = "❌ There was an error preparing the project: ";

    private final Terminal terminal;
    private final Map<String, String> environment;
    private final Starter starter;
    private final Supplier<Stop> stops;

    Serve(
            Terminal terminal,
            Map<String, String> environment,
            Starter starter,
            Supplier<Stop> stops) {
        this.terminal = terminal;
        this.environment = environment;
        this.starter = starter;
        this.stops = stops;
    }

    int run(Invocation.Serve invocation) {
        terminal.print("⚙️  Preparing the project from: " + invocation.location());
        if (invocation.fromGit()) {
            return fail(NOT_PREPARED + "Git repositories are not available");
        }
        return switch (ProjectLocation.of(invocation.location())) {
            case ProjectLocation.Unusable(var reason) -> fail(NOT_PREPARED + reason);
            case ProjectLocation.Folder(var root) -> configure(root, invocation);
        };
    }

    private int configure(Path root, Invocation.Serve invocation) {
        ServerConfigReader reader = new ServerConfigReader(environment);
        return switch (reader.read(root, invocation.flags())) {
            case ServerConfigReading.Refused(var problems) -> {
                problems.forEach(problem -> terminal.printError("wws: " + problem));
                yield ExitCode.USAGE;
            }
            case ServerConfigReading.Read(var config, var warnings) -> {
                Logs.install(config.logging(), System.err);
                Stop stop = stops.get();
                StartReport report = new StartReport(terminal, config.network(), stop);
                warnings.forEach(report::projectWarning);
                if (invocation.installsRuntimes()) {
                    report.projectWarning("Language runtimes are not available, none is installed");
                }
                if (config.site().panel()) {
                    report.projectWarning("The admin panel is not available");
                }
                yield serve(config, report, stop);
            }
        };
    }

    private int serve(ServerConfig config, StartReport report, Stop stop) {
        Running server;
        try {
            server = starter.start(config, report);
        } catch (StartException e) {
            return fail("❌ " + e.getMessage());
        }
        stop.awaitRequest(server::reopenLogs);
        server.shutdown(GRACE);
        return ExitCode.OK;
    }

    private int fail(String line) {
        terminal.printError(line);
        return ExitCode.FAILED;
    }
}
