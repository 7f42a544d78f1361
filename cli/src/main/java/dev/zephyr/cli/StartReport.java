// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.StartListener;
import dev.zephyr.server.config.ServerConfig.Network;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints the start as wws does, line for line. Routes wait for the address, which is known last
 * where the system picks the port. Confined to the starting thread.
 */
final class StartReport implements StartListener {

    private record Line(String route, Path file) {}

    private final Terminal terminal;
    private final Network network;
    private final Serve.Stop stop;
    private final List<Line> routes = new ArrayList<>();

    StartReport(Terminal terminal, Network network, Serve.Stop stop) {
        this.terminal = terminal;
        this.network = network;
        this.stop = stop;
    }

    @Override
    public void projectWarning(String sentence) {
        terminal.print("⚠️  " + sentence);
    }

    @Override
    public void routesLoading(Path root) {
        terminal.print("⚙️  Loading routes from: " + root);
    }

    @Override
    public void workersLoading(int routes) {
        terminal.print("⏳ Loading workers from " + routes + " routes...");
    }

    @Override
    public void workersLoaded(Duration took) {
        terminal.print("✅ Workers loaded in " + RustDuration.format(took) + ".");
    }

    @Override
    public void route(String route, Path file) {
        routes.add(new Line(route, file));
    }

    @Override
    public void serving(InetSocketAddress address) {
        // Whoever waits for the last line may ask to stop right after it.
        stop.awaitReady();
        String host = network.host().indexOf(':') < 0 ? network.host() : "[" + network.host() + "]";
        String url = "http://" + host + ":" + address.getPort();
        for (Line line : routes) {
            terminal.print("    - " + url + line.route());
            terminal.print("      => " + line.file());
        }
        terminal.print("🚀 Start serving requests at " + url + "\n");
    }
}
