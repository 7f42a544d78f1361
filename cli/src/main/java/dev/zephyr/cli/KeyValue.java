// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.cli.kv.KvCommand;
import dev.zephyr.cli.kv.KvOutcome;
import dev.zephyr.cli.kv.KvRequest;
import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.config.ServerConfig.LogLevel;
import dev.zephyr.server.config.ServerConfig.Logging;
import dev.zephyr.server.config.ServerConfigReader;
import dev.zephyr.server.config.ServerConfigReading;
import dev.zephyr.server.observe.Logs;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.nio.file.Path;
import java.util.Map;

/**
 * {@code wws kv}: finds the store that serving the folder would take, and hands over to {@link
 * KvCommand}. Confined to the main thread.
 */
final class KeyValue {

    /** As the server names it when nothing else is said. */
    private static final String OWN_STORE = ".wws/kv";

    private final Terminal terminal;
    private final Map<String, String> environment;

    KeyValue(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    /** The exit code. */
    int run(Invocation.KeyValue invocation) {
        return switch (ProjectLocation.of(invocation.location())) {
            case ProjectLocation.Unusable(String reason) -> fail(reason);
            case ProjectLocation.Folder(Path root) -> configure(root, invocation);
        };
    }

    private int configure(Path root, Invocation.KeyValue invocation) {
        ServerConfigReader reader = new ServerConfigReader(environment);
        return switch (reader.read(root, invocation.flags())) {
            case ServerConfigReading.Refused(var found) -> {
                found.forEach(problem -> terminal.printError("wws: " + problem));
                yield ExitCode.USAGE;
            }
            case ServerConfigReading.Read(var config, var warnings) -> {
                warnings.forEach(warning -> terminal.printError("⚠️  " + warning));
                silence(config.logging());
                yield answer(store(config), invocation.request());
            }
        };
    }

    /** What matters is in the outcome; stores log for operators of servers. */
    private void silence(Logging logging) {
        Logs.install(
                new Logging(
                        LogLevel.OFF,
                        logging.format(),
                        logging.accessLog(),
                        logging.accessLogFormat()),
                terminal.err());
    }

    private static String store(ServerConfig config) {
        return config.workers()
                .keyValueUrl()
                .orElseGet(() -> "file:" + config.root().resolve(OWN_STORE).toAbsolutePath());
    }

    private int answer(String url, KvRequest request) {
        StoreOptions options = new StoreOptions(KeyValueLimits.DEFAULT, environment);
        KvCommand command = new KvCommand(terminal.in(), terminal.out(), options);
        return switch (command.run(StoreUrl.parse(url), request)) {
            case KvOutcome.Failed(String reason) -> fail(reason);
            case KvOutcome.Done(String note) -> {
                if (!note.isEmpty()) {
                    terminal.printError(note);
                }
                yield ExitCode.OK;
            }
        };
    }

    private int fail(String reason) {
        terminal.printError("❌ " + reason);
        return ExitCode.FAILED;
    }
}
