// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.testkit;

import dev.zephyr.server.Server;
import dev.zephyr.server.StartException;
import dev.zephyr.server.StartListener;
import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Options;
import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.config.ServerConfigReader;
import dev.zephyr.server.config.ServerConfigReading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A whole server over a folder, on a free port of the loopback address. Thread-safe. */
public final class RunningServer implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;

    private final Server server;
    private final List<String> problems;

    private RunningServer(Server server, List<String> problems) {
        this.server = server;
        this.problems = problems;
    }

    /** Serves a folder with the default settings. */
    public static RunningServer serve(Path root) throws StartException {
        return serve(root, Map.of());
    }

    /** Serves a folder with some flags. */
    public static RunningServer serve(Path root, Map<Option<?>, List<String>> flags)
            throws StartException {
        Map<Option<?>, List<String>> all = new HashMap<>(flags);
        all.put(Options.PORT, List.of("0"));
        all.putIfAbsent(Options.KV, List.of("memory:"));
        all.putIfAbsent(Options.ACCESS_LOG, List.of("off"));
        // Shared by the tests of a build, so that each module is compiled once.
        all.putIfAbsent(
                Options.CACHE_DIR, List.of(Path.of("target/compiled").toAbsolutePath().toString()));
        List<String> problems = new ArrayList<>();
        Server server = Server.start(config(root, all), new Collecting(problems));
        return new RunningServer(server, problems);
    }

    private static ServerConfig config(Path root, Map<Option<?>, List<String>> flags) {
        return switch (new ServerConfigReader(Map.of()).read(root, flags)) {
            case ServerConfigReading.Read(var config, _) -> config;
            case ServerConfigReading.Refused refused -> throw new AssertionError(refused);
        };
    }

    public int port() {
        return server.address().getPort();
    }

    /** Has the files of logs opened again. */
    public void reopenLogs() {
        server.reopenLogs();
    }

    /** What the server found wrong with the folder. */
    public List<String> problems() {
        return problems;
    }

    /** Sends bytes on a connection of their own and reads until the server closes it. */
    public Answer send(byte[] request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request);
            return Answer.parse(socket.getInputStream().readAllBytes());
        }
    }

    /** Asks the port for operators for a path by GET, with field lines as they are given. */
    public Answer admin(String target, String... fields) throws IOException {
        int port = server.adminAddress().orElseThrow().getPort();
        StringBuilder head = new StringBuilder("GET " + target + " HTTP/1.1\r\nHost: h\r\n");
        for (String field : fields) {
            head.append(field).append("\r\n");
        }
        head.append("Connection: close\r\n\r\n");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            return Answer.parse(socket.getInputStream().readAllBytes());
        }
    }

    /** Asks for a path by GET. */
    public Answer get(String target) throws IOException {
        return send(
                ("GET " + target + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends text by POST. */
    public Answer post(String target, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        byte[] head =
                ("POST "
                                + target
                                + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: "
                                + content.length
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1);
        byte[] request = new byte[head.length + content.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(content, 0, request, head.length, content.length);
        return send(request);
    }

    /** A connection, to be closed by the caller. */
    public Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port()), TIMEOUT_MILLIS);
        return socket;
    }

    @Override
    public void close() {
        server.shutdown(Duration.ofSeconds(5));
    }

    private record Collecting(List<String> problems) implements StartListener {
        @Override
        public void projectWarning(String sentence) {
            problems.add(sentence);
        }

        @Override
        public void routesLoading(Path root) {}

        @Override
        public void workersLoading(int routes) {}

        @Override
        public void workersLoaded(Duration took) {}

        @Override
        public void route(String route, Path file) {}

        @Override
        public void serving(InetSocketAddress address) {}
    }
}
