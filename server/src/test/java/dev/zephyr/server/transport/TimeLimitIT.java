// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.testkit.RawClient;
import dev.zephyr.server.testkit.RawClient.End;
import dev.zephyr.server.testkit.TestServer;
import dev.zephyr.server.transport.ConnectionObserver.TimeLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Slow clients hold a connection no longer than the limits say, and are told which one it was. */
class TimeLimitIT {

    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final Duration SHORT = Duration.ofMillis(200);

    /** Sees which time limits are reached. */
    private static final class Reached implements ConnectionObserver {
        final BlockingQueue<TimeLimit> limits = new LinkedBlockingQueue<>();

        @Override
        public void timedOut(int loop, TimeLimit limit) {
            limits.add(limit);
        }
    }

    private final Reached reached = new Reached();

    private TestServer start(ListenerConfig config, Response response) {
        Handler handler = TestServer.reading(1 << 20, x -> x.respond(response));
        return TestServer.start(config, handler, reached);
    }

    private TestServer start(Limits limits) {
        return start(TestServer.config(limits.build()), Response.text(200, "hello"));
    }

    /** Sends bytes one at a time, for ever, as a client that wants to hold connections does. */
    private static void drip(RawClient client, String endless) {
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        for (int i = 0; ; i = (i + 1) % endless.length()) {
                            client.send(endless.substring(i, i + 1));
                            Thread.sleep(10);
                        }
                    } catch (IOException | InterruptedException closed) {
                        return;
                    }
                });
    }

    @Test
    void slowHeadIs408() throws Exception {
        try (TestServer server = start(Limits.of().headTime(SHORT));
                RawClient client = server.connect()) {
            client.send("GET / HTTP/1.1\r\n");
            drip(client, "x-y: z\r\n");
            assertThat(client.read().status()).isEqualTo(408);
            assertThat(reached.limits.take()).isEqualTo(TimeLimit.HEAD);
        }
    }

    @Test
    void slowHeadOfALaterRequestIs408() throws Exception {
        try (TestServer server = start(Limits.of().headTime(SHORT));
                RawClient client = server.connect()) {
            assertThat(client.send(GET).read().status()).isEqualTo(200);
            drip(client, GET.substring(0, 20) + "x".repeat(4000));
            assertThat(client.read().status()).isEqualTo(408);
        }
    }

    @Test
    void aConnectionThatNeverSendsIsClosed() throws Exception {
        try (TestServer server = start(Limits.of().headTime(SHORT));
                RawClient client = server.connect()) {
            assertThat(client.readAll()).isEmpty();
            assertThat(reached.limits.take()).isEqualTo(TimeLimit.HEAD);
        }
    }

    @Test
    void slowContentIs408() throws Exception {
        try (TestServer server = start(Limits.of().bodyTime(SHORT));
                RawClient client = server.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n");
            drip(client, "x");
            assertThat(client.read().status()).isEqualTo(408);
            assertThat(reached.limits.take()).isEqualTo(TimeLimit.BODY);
        }
    }

    @Test
    void contentFastEnoughHasTimeBeyondTheLimit() throws Exception {
        try (TestServer server = start(Limits.of().bodyTime(SHORT));
                RawClient client = server.connect()) {
            int pieces = 10;
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n");
            for (int i = 0; i < pieces; i++) {
                assertThat(client.isSilent(Duration.ofMillis(50))).isTrue();
                client.send("x".repeat(10_000 / pieces));
            }
            assertThat(client.read().status()).isEqualTo(200);
        }
    }

    @Test
    void idleConnectionIsClosed() throws Exception {
        try (TestServer server = start(Limits.of().idleTime(SHORT));
                RawClient client = server.connect()) {
            assertThat(client.send(GET).read().status()).isEqualTo(200);
            assertThat(client.awaitEnd()).isEqualTo(End.CLOSED);
            assertThat(reached.limits.take()).isEqualTo(TimeLimit.IDLE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatTakesNothingIsCutOff(Variant variant) throws Exception {
        ListenerConfig config = variant.config(Limits.of().writeStallTime(SHORT).build());
        ByteBuffer content = ByteBuffer.allocateDirect(32 << 20);
        Body body = new Body.Direct(content, () -> {});
        try (TestServer server = start(config, new Response(200, HeaderBlock.EMPTY, body));
                RawClient client = RawClient.connectNarrow(server.port(), 16 << 10)) {
            client.send(GET);
            assertThat(reached.limits.take()).isEqualTo(TimeLimit.WRITE_STALL);
            assertThat(client.readAll().length).isLessThan(content.capacity());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatTakesSlowlyIsNotCutOff(Variant variant) throws Exception {
        ListenerConfig config = variant.config(Limits.of().writeStallTime(SHORT).build());
        int length = 1 << 20;
        Body body = new Body.Direct(ByteBuffer.allocateDirect(length), () -> {});
        try (TestServer server = start(config, new Response(200, HeaderBlock.EMPTY, body));
                RawClient client = RawClient.connectNarrow(server.port(), 16 << 10)) {
            client.send(GET);
            int received = 0;
            for (int i = 0; i < 12; i++) {
                Thread.sleep(40);
                received += client.readBytes(40 << 10).length;
            }
            received += client.readBytes(length - received).length;
            assertThat(received).isEqualTo(length);
            assertThat(reached.limits).isEmpty();
        }
    }

    @Test
    void ofAnswersHeldForClientsTheLongestStalledGivesWay() throws Exception {
        TransportLimits limits = Limits.of().answerBytesHeldMax(10 << 20).build();
        Body body = new Body.Bytes(new byte[8 << 20]);
        Response large = new Response(200, HeaderBlock.EMPTY, body);
        try (TestServer server = start(TestServer.config(limits), large);
                RawClient stalled = RawClient.connectNarrow(server.port(), 16 << 10);
                RawClient second = server.connect()) {
            stalled.send(GET).readSome(1000);
            assertThat(second.send(GET).read().status()).isEqualTo(503);
            Thread.sleep(2500);
            assertThat(second.send(GET).read().body()).hasSize(8 << 20);
            assertThat(stalled.readAll().length).isLessThan(8 << 20);
        }
    }
}
