// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import dev.zephyr.server.config.ServerConfig;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Stand-in that answers nothing, for what is compiled against it. Immutable. */
public final class Server {

    private final InetSocketAddress address;

    private Server(InetSocketAddress address) {
        this.address = address;
    }

    /**
     * Says that it starts.
     *
     * @throws StartException if the port is none
     */
    public static Server start(ServerConfig config, StartListener progress) throws StartException {
        if (config.network().port() < 0) {
            throw new StartException("no such port");
        }
        progress.routesLoading(config.root());
        Server server =
                new Server(new InetSocketAddress(config.network().host(), config.network().port()));
        progress.serving(server.address());
        return server;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return address;
    }

    /** Finishes what runs, for as long as given, and ends. */
    public void shutdown(Duration grace) {}
}
