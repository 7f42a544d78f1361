// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.Server;
import dev.zephyr.server.StartException;
import dev.zephyr.server.StartListener;
import dev.zephyr.server.config.ServerConfig;
import java.time.Duration;

/** Where the process starts and ends. */
public final class Main {

    private Main() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        Terminal terminal = Terminal.ofProcess();
        Serve serve = new Serve(terminal, System.getenv(), Main::start, StopSignals::listen);
        System.exit(new Wws(terminal, System.getenv(), serve).run(args));
    }

    private static Serve.Running start(ServerConfig config, StartListener progress)
            throws StartException {
        Server server = Server.start(config, progress);
        return new Serve.Running() {
            @Override
            public void shutdown(Duration grace) {
                server.shutdown(grace);
            }

            @Override
            public void reopenLogs() {
                server.reopenLogs();
            }
        };
    }
}
