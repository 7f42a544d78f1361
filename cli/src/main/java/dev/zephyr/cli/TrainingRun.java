// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.Server;
import dev.zephyr.server.StartException;
import dev.zephyr.server.StartListener;
import dev.zephyr.server.config.ServerConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Serves a folder, asks for each of its routes a few times, and ends. The build runs it once under
 * {@code -XX:AOTCacheOutput}, so that the distribution starts with its classes loaded and linked.
 */
final class TrainingRun {

    private static final int ROUNDS = 20;
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int TIMEOUT_MILLIS = 30_000;

    private TrainingRun() {}

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]);
        List<String> targets = targets(root);
        Terminal terminal = Terminal.ofProcess();
        Serve serve =
                new Serve(
                        terminal,
                        System.getenv(),
                        (config, progress) -> train(config, progress, targets),
                        AtOnce::new);
        // A cache of its own: the first run compiles, as a first start does, and nobody's is
        // touched.
        Path cache = Files.createTempDirectory("wws-training");
        String[] command = {
            "--port",
            "0",
            "--kv",
            "memory:",
            "--access-log",
            "off",
            "--cache-dir",
            cache.toString(),
            root.toString()
        };
        int code = new Wws(terminal, System.getenv(), serve).run(command);
        deleteAll(cache);
        System.exit(code);
    }

    private static Serve.Running train(
            ServerConfig config, StartListener progress, List<String> targets)
            throws StartException {
        Server first = Server.start(config, progress);
        askForAll(first.address(), targets);
        first.shutdown(GRACE);
        // The second start finds compiled workers, as most starts do.
        Server second = Server.start(config, progress);
        askForAll(second.address(), targets);
        return second::shutdown;
    }

    private static void askForAll(InetSocketAddress address, List<String> targets) {
        for (int round = 0; round < ROUNDS; round++) {
            for (String target : targets) {
                ask(address.getPort(), target);
            }
        }
    }

    private static void ask(int port, String target) {
        byte[] request =
                ("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request);
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every route with a plain name, a file, and a path that is missing. */
    private static List<String> targets(Path root) throws IOException {
        TreeSet<String> targets = new TreeSet<>(List.of("/", "/missing"));
        try (Stream<Path> files = Files.list(root)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".wasm") && !name.contains("["))
                    .forEach(name -> targets.add("/" + name.substring(0, name.length() - 5)));
        }
        return List.copyOf(targets);
    }

    private static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Stops as soon as it has started. */
    private static final class AtOnce implements Serve.Stop {
        @Override
        public void awaitReady() {}

        @Override
        public void awaitRequest(Runnable onHangUp) {}
    }
}
