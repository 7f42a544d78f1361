// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between a store and its server and spoils their conversation: it delays pieces, cuts the
 * connection before or behind a piece in either direction, or swallows it and stays silent. Which
 * piece meets which fate depends on a seed. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {

    /** What happens to a piece of the conversation. */
    private enum Fate {
        PASS,
        DELAY,
        CUT_BEFORE,
        CUT_BEHIND,
        SWALLOW
    }

    private static final int PIECE_BYTES = 64 << 10;

    private final ServerSocket listener;
    private final int serverPort;
    private final Random random;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile int faultsPerThousand;

    private FaultProxy(ServerSocket listener, int serverPort, long seed) {
        this.listener = listener;
        this.serverPort = serverPort;
        this.random = new Random(seed);
    }

    /** A proxy to a port of this machine that spoils nothing yet. */
    public static FaultProxy to(int serverPort, long seed) throws IOException {
        ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        FaultProxy proxy = new FaultProxy(listener, serverPort, seed);
        Thread.ofVirtual().start(proxy::accept);
        return proxy;
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** From now on so many of a thousand pieces meet a fate. */
    public void spoil(int perThousand) {
        faultsPerThousand = perThousand;
    }

    /** Cuts every connection now. */
    public void cutAll() {
        sockets.forEach(FaultProxy::close);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                sockets.add(client);
                sockets.add(server);
                Thread.ofVirtual().start(() -> pass(client, server));
                Thread.ofVirtual().start(() -> pass(server, client));
            } catch (IOException e) {
                // The server is away or the proxy is closed: the client finds out.
            }
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] piece = new byte[PIECE_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                switch (fate()) {
                    case PASS -> out.write(piece, 0, n);
                    case DELAY -> {
                        LockSupport.parkNanos(20_000_000);
                        out.write(piece, 0, n);
                    }
                    case CUT_BEFORE -> {
                        return;
                    }
                    case CUT_BEHIND -> {
                        out.write(piece, 0, n);
                        out.flush();
                        return;
                    }
                    case SWALLOW -> {}
                }
            }
        } catch (IOException e) {
            // The other side has gone; closing both tells the rest.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private Fate fate() {
        synchronized (random) {
            if (random.nextInt(1000) >= faultsPerThousand) {
                return Fate.PASS;
            }
            int kind = random.nextInt(100);
            return kind < 40
                    ? Fate.DELAY
                    : kind < 65 ? Fate.CUT_BEFORE : kind < 98 ? Fate.CUT_BEHIND : Fate.SWALLOW;
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cutAll();
    }
}
