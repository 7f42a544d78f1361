// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.observe.Observation;
import dev.zephyr.server.transport.ListenException;
import dev.zephyr.server.transport.Listener;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * A running server: a folder, its workers and files, behind a port. Thread-safe.
 *
 * <p>{@link #start} searches the folder, opens the store, loads the workers and opens the port;
 * {@link #shutdown} does the reverse. When a start fails half-way, what was opened is closed again.
 */
public final class Server {

    private final Listener listener;
    private final Optional<Listener> admin;
    private final Observation observation;
    private final OpenParts parts;

    private Server(
            Listener listener, Optional<Listener> admin, Observation observation, OpenParts parts) {
        this.observation = observation;
        this.listener = listener;
        this.admin = admin;
        this.parts = parts;
    }

    /**
     * Starts a server. Blocks until its port is open; workers are compiled in the background.
     *
     * @throws StartException if it can't start; its message is for the person who starts it
     */
    public static Server start(ServerConfig config, StartListener progress) throws StartException {
        OpenParts parts = new OpenParts();
        boolean started = false;
        try {
            Assembly assembly = new Assembly(config, progress, parts);
            Assembly.Assembled assembled = assembly.site();
            Listener listener = assembly.listen(assembled);
            Optional<Listener> admin = assembly.listenForOperators(assembled.admin());
            assembly.announce(assembled.site(), listener.address());
            started = true;
            return new Server(listener, admin, assembled.observation(), parts);
        } catch (ListenException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        } finally {
            if (!started) {
                parts.close();
            }
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /** Where operators find it; empty if no admin port was asked for. */
    public Optional<InetSocketAddress> adminAddress() {
        return admin.map(Listener::address);
    }

    /** Opens the files of logs again by their names: somebody has moved them away. */
    public void reopenLogs() {
        observation.reopenLogs();
    }

    /**
     * Stops: no connection is accepted any more, requests that are being answered are finished.
     * Blocks until that is done.
     *
     * @param grace after it whatever is left is cut
     * @return whether everything was finished in time
     */
    public boolean shutdown(Duration grace) {
        boolean finished = listener.shutdown(grace);
        admin.ifPresent(port -> port.shutdown(Duration.ZERO));
        parts.close();
        return finished;
    }
}
