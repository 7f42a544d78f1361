// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.testkit.RawClient;
import dev.zephyr.server.testkit.TestServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Content of every kind and size: whole, in order, released once, however the connection ends. */
class BodyIT {

    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int FILE_BYTES = 5 << 20;

    /** Around the sizes at which the way of sending changes. */
    private static final List<Integer> SIZES =
            List.of(
                    0,
                    1,
                    100,
                    16 << 10,
                    (16 << 10) + 1,
                    32 << 10,
                    64 << 10,
                    (64 << 10) + 1,
                    (256 << 10) + 1,
                    1 << 20,
                    (1 << 20) + 1,
                    3_000_000);

    private static Path folder = Path.of("");
    private static byte[] content = new byte[0];
    private static Path file = Path.of("");

    @BeforeAll
    static void fillFile(@TempDir Path temporary) throws IOException {
        folder = temporary;
        content = new byte[FILE_BYTES];
        new Random(1).nextBytes(content);
        file = Files.write(folder.resolve("content"), content);
    }

    /** A part of the content, in each kind of body. */
    private enum Kind {
        BYTES {
            @Override
            Body body(Uses uses, int from, int length) {
                return new Body.Bytes(Arrays.copyOfRange(content, from, from + length));
            }
        },
        DIRECT {
            @Override
            Body body(Uses uses, int from, int length) {
                ByteBuffer buffer = ByteBuffer.allocateDirect(length + 7).position(7);
                buffer.put(content, from, length).position(7);
                return new Body.Direct(buffer, uses.take());
            }
        },
        FILE {
            @Override
            Body body(Uses uses, int from, int length) {
                return new Body.FileRegion(uses.channel, from, length, uses.take());
            }
        },
        SEQUENCE {
            @Override
            Body body(Uses uses, int from, int length) {
                int third = length / 3;
                return new Body.Sequence(
                        List.of(
                                BYTES.body(uses, from, third),
                                FILE.body(uses, from + third, third),
                                new Body.Sequence(List.of()),
                                DIRECT.body(uses, from + 2 * third, length - 2 * third)));
            }
        };

        abstract Body body(Uses uses, int from, int length);
    }

    /** Counts what is given out and what comes back. */
    private static final class Uses {
        final AtomicInteger open = new AtomicInteger();
        final AtomicInteger twice = new AtomicInteger();
        final FileChannel channel;

        Uses(FileChannel channel) {
            this.channel = channel;
        }

        Runnable take() {
            open.incrementAndGet();
            AtomicInteger left = new AtomicInteger(1);
            return () -> {
                if (left.decrementAndGet() < 0) {
                    twice.incrementAndGet();
                }
                open.decrementAndGet();
            };
        }

        void awaitNone() {
            while (open.get() > 0) {
                Thread.onSpinWait();
            }
            assertThat(twice).hasValue(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyKindAndSizeArrivesWhole(Variant variant) throws Exception {
        try (FileChannel channel = FileChannel.open(file)) {
            Uses uses = new Uses(channel);
            for (Kind kind : Kind.values()) {
                for (int size : SIZES) {
                    arrivesWhole(variant, uses, kind, size);
                }
            }
            uses.awaitNone();
            assertThat(channel.isOpen()).isTrue();
        }
    }

    private static void arrivesWhole(Variant variant, Uses uses, Kind kind, int size)
            throws Exception {
        int from = 12_345;
        Handler handler = TestServer.reading(0, x -> x.respond(ok(kind.body(uses, from, size))));
        try (TestServer server = TestServer.start(variant.config(), handler);
                RawClient client = server.connect()) {
            byte[] expected = Arrays.copyOfRange(content, from, from + size);
            client.send(GET + GET);
            assertThat(client.read().body()).as("%s %d", kind, size).isEqualTo(expected);
            assertThat(client.read().body()).as("%s %d", kind, size).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void contentIsReleasedOnceWhenTheClientGoes(Variant variant) throws Exception {
        Random random = new Random(2);
        try (FileChannel channel = FileChannel.open(file)) {
            Uses uses = new Uses(channel);
            AtomicInteger turn = new AtomicInteger();
            Kind[] kinds = Kind.values();
            Handler handler =
                    TestServer.reading(
                            0,
                            x -> {
                                Kind kind = kinds[turn.getAndIncrement() % kinds.length];
                                x.respond(ok(kind.body(uses, 0, 4 << 20)));
                            });
            try (TestServer server = TestServer.start(variant.config(), handler)) {
                for (int i = 0; i < 60; i++) {
                    RawClient client = RawClient.connectNarrow(server.port(), 16 << 10);
                    client.send(GET);
                    client.readBytes(random.nextInt(1 << random.nextInt(22)));
                    if (i % 2 == 0) {
                        client.reset();
                    } else {
                        client.close();
                    }
                }
                uses.awaitNone();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFileThatBecameShorterCutsTheConnection(Variant variant) throws Exception {
        Path shrinking = folder.resolve("shrinking" + variant);
        for (int left : List.of(0, 1000, 50_000, 2_000_000)) {
            Files.write(shrinking, content);
            try (FileChannel channel =
                    FileChannel.open(
                            shrinking, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                Uses uses = new Uses(channel);
                Handler handler =
                        TestServer.reading(
                                0, x -> x.respond(ok(Kind.FILE.body(uses, 0, FILE_BYTES))));
                channel.truncate(left);
                try (TestServer server = TestServer.start(variant.config(), handler);
                        RawClient client = server.connect()) {
                    byte[] received = client.send(GET + GET).readAll();
                    byte[] sent =
                            Arrays.copyOfRange(received, headLength(received), received.length);
                    assertThat(sent.length).isBetween(Math.max(0, left - (32 << 10)), left);
                    assertThat(sent).isEqualTo(Arrays.copyOf(content, sent.length));
                    uses.awaitNone();
                }
            }
        }
    }

    private static int headLength(byte[] answer) {
        String text = new String(answer, StandardCharsets.ISO_8859_1);
        return answer.length == 0 ? 0 : text.indexOf("\r\n\r\n") + 4;
    }

    private static Response ok(Body body) {
        return new Response(200, HeaderBlock.EMPTY, body);
    }
}
