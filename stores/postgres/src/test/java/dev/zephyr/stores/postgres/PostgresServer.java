// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.postgres;

import dev.zephyr.spi.SharedStoreContract;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A PostgreSQL of the tests' own, on a port of the loopback interface. */
final class PostgresServer implements SharedStoreContract.Server, AutoCloseable {

    private static final Path INSTALLED = Path.of("/usr/lib/postgresql");

    private final Path bin;
    private final Path data;
    private final int port;

    private PostgresServer(Path bin, Path data, int port) {
        this.bin = bin;
        this.data = data;
        this.port = port;
    }

    /** Makes a new one and starts it. */
    static PostgresServer start() throws IOException, InterruptedException {
        Path data = Files.createTempDirectory("wws-postgres");
        PostgresServer server = new PostgresServer(bin(), data, freePort());
        if (isRoot()) { // PostgreSQL refuses to run as root
            run(List.of("chown", "postgres", data.toString()));
        }
        server.command("initdb", "-A", "trust", "-U", "wws", "--no-sync", "-E", "UTF8");
        server.restart();
        server.command("createdb", "-h", "127.0.0.1", "-p", "" + server.port, "-U", "wws", "wws");
        return server;
    }

    private static Path bin() throws IOException {
        try (Stream<Path> versions = Files.list(INSTALLED)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no PostgreSQL below " + INSTALLED));
        }
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

    /** A URL through this port, which may be that of a proxy. */
    static String url(int port) {
        return "postgresql://wws@127.0.0.1:" + port + "/wws";
    }

    /** Kills what runs without warning, and starts it again. */
    @Override
    public void restart() throws IOException, InterruptedException {
        if (Files.exists(data.resolve("postmaster.pid"))) {
            stop();
        }
        String options =
                "-p "
                        + port
                        + " -c listen_addresses=127.0.0.1 -c unix_socket_directories="
                        + " -c max_connections=60";
        command("pg_ctl", "-w", "-o", options, "-l", data + "/log", "start");
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        command("pg_ctl", "-w", "-m", "immediate", "stop");
    }

    private void command(String name, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(
                    List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        command.add("env");
        command.add("PGDATA=" + data);
        command.add(bin.resolve(name).toString());
        command.addAll(List.of(arguments));
        run(command);
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile("wws-postgres", ".log");
        Process process =
                new ProcessBuilder(command)
                        .directory(Path.of("/").toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        int status = process.waitFor();
        String output = Files.readString(log);
        Files.delete(log);
        if (status != 0) {
            throw new IOException(String.join(" ", command) + ": status " + status + "\n" + output);
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
