// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.testkit.RawClient;
import dev.zephyr.server.testkit.TestServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients that ask for a large file and don't read it cost the process next to no memory, and their
 * descriptors come back. What is measured is the anonymous resident memory of this process, clients
 * and all.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "reads /proc/self")
class StalledClientsIT {

    private static final long FILE_BYTES = 256L << 20;
    private static final int CLIENTS = 64;
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    /** One piece of each client, and what the JVM needs for its own. */
    private static final long GROWTH_MAX = 12L << 20;

    private static Path file = Path.of("");

    @BeforeAll
    static void makeFile(@TempDir Path folder) throws IOException {
        file = folder.resolve("large");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(FILE_BYTES);
        }
    }

    @ParameterizedTest
    @EnumSource
    void memoryStaysFlatAndDescriptorsComeBack(Variant variant) throws Exception {
        try (FileChannel channel = FileChannel.open(file)) {
            Handler handler =
                    TestServer.reading(
                            0,
                            x ->
                                    x.respond(
                                            ok(
                                                    new Body.FileRegion(
                                                            channel, 0, FILE_BYTES, () -> {}))));
            try (TestServer server = TestServer.start(variant.config(), handler)) {
                growthWith(server, 8);
                awaitNoConnections(server);
                long descriptors = descriptors();
                long growth = growthWith(server, CLIENTS);
                assertThat(growth).isLessThan(GROWTH_MAX);
                awaitNoConnections(server);
                assertThat(descriptors()).isLessThanOrEqualTo(descriptors);
            }
        }
    }

    /** The measure itself: one mebibyte read ahead for each client, and the bound is broken. */
    @Test
    void readingAsFastAsTheDiskWouldBreakTheBound() throws Exception {
        try (FileChannel channel = FileChannel.open(file)) {
            Handler handler = TestServer.reading(0, x -> x.respond(ok(readAhead(channel))));
            try (TestServer server = TestServer.start(Variant.NATIVE_COPY.config(), handler)) {
                assertThat(growthWith(server, CLIENTS)).isGreaterThan(GROWTH_MAX);
            }
        }
    }

    private static Body readAhead(FileChannel channel) {
        ByteBuffer ahead = ByteBuffer.allocate(1 << 20);
        try {
            assertThat(channel.read(ahead, 0)).isEqualTo(ahead.capacity());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Body.Bytes(ahead.array());
    }

    /** How far the memory rises while so many clients take nothing; others are served meanwhile. */
    private static long growthWith(TestServer server, int count) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        System.gc();
        long before = anonymousBytes();
        long most = before;
        for (int i = 0; i < count; i++) {
            RawClient client = RawClient.connectNarrow(server.port(), 16 << 10);
            client.send(GET).readSome(1000);
            clients.add(client);
        }
        for (int i = 0; i < 10; i++) {
            try (RawClient other = server.connect()) {
                other.send(GET).readBytes(100_000);
                other.isSilent(Duration.ofMillis(1));
                most = Math.max(most, anonymousBytes());
                other.reset();
            }
        }
        for (RawClient client : clients) {
            client.reset();
        }
        return most - before;
    }

    private static Response ok(Body body) {
        return new Response(200, HeaderBlock.EMPTY, body);
    }

    private static void awaitNoConnections(TestServer server) {
        while (server.listener().connections() > 0) {
            Thread.onSpinWait();
        }
    }

    private static long anonymousBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("RssAnon:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        throw new AssertionError("no RssAnon in /proc/self/status");
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
