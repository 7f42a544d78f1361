// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.redis;

import dev.zephyr.spi.SharedStoreContract;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Redis of the tests' own, on a port of the loopback interface, with each write on the disk. */
final class RedisServer implements SharedStoreContract.Server, AutoCloseable {

    private final Path data;
    private final int port;
    private @Nullable Process process;

    private RedisServer(Path data, int port) {
        this.data = data;
        this.port = port;
    }

    /** Makes a new one and starts it. */
    static RedisServer start() throws IOException, InterruptedException {
        RedisServer server = new RedisServer(Files.createTempDirectory("wws-redis"), freePort());
        server.restart();
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public int port() {
        return port;
    }

    /** Kills what runs without warning, and starts it again. */
    @Override
    public void restart() throws IOException, InterruptedException {
        stop();
        process =
                new ProcessBuilder(
                                "redis-server",
                                "--port",
                                "" + port,
                                "--bind",
                                "127.0.0.1",
                                "--dir",
                                data.toString(),
                                "--save",
                                "",
                                "--appendonly",
                                "yes",
                                "--appendfsync",
                                "always")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectErrorStream(true)
                        .start();
        long deadlineNanos = System.nanoTime() + 30_000_000_000L;
        while (!command("PING").startsWith("+PONG")) {
            if (System.nanoTime() > deadlineNanos) {
                throw new IOException("Redis does not answer");
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    @Override
    public void stop() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    /** The first bytes of the answer; empty if there is none. */
    String command(String line) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            byte[] answer = new byte[100];
            int n = in.read(answer);
            return n < 0 ? "" : new String(answer, 0, n, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() throws IOException {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
