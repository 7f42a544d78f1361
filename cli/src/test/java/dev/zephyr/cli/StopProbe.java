// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.StartListener;
import dev.zephyr.server.config.ServerConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A process that serves nothing, and takes for ever to stop if its first argument is so. */
final class StopProbe {

    private StopProbe() {}

    public static void main(String[] args) {
        Terminal terminal = Terminal.ofProcess();
        boolean endless = args[0].equals("endless");
        Serve serve =
                new Serve(
                        terminal,
                        Map.of(),
                        (config, progress) -> start(config, progress, endless),
                        StopSignals::listen);
        System.exit(new Wws(terminal, Map.of(), serve).run(args[1]));
    }

    private static Serve.Running start(
            ServerConfig config, StartListener progress, boolean endless) {
        progress.serving(InetSocketAddress.createUnresolved(config.network().host(), 1));
        return grace -> shutdown(grace, endless);
    }

    private static void shutdown(Duration grace, boolean endless) {
        System.out.println("stopping within " + grace);
        System.out.flush();
        if (endless) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
