// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zephyr.server.http.Response;
import dev.zephyr.server.testkit.RawAnswer;
import dev.zephyr.server.testkit.RawClient;
import dev.zephyr.server.testkit.RawClient.End;
import dev.zephyr.server.testkit.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The life of a listener: opening, too many clients, stopping, what observers are told. */
class ListenerIT {

    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private static final Handler HELLO =
            TestServer.reading(0, x -> x.respond(Response.text(200, "hello")));

    @Test
    void aPortInUseIsOneSentence() {
        try (TestServer server = TestServer.start(_ -> {})) {
            ListenerConfig same = ListenerConfig.of("127.0.0.1", server.port());
            assertThatThrownBy(() -> Listener.start(same, HELLO, ConnectionObserver.NONE))
                    .isInstanceOf(ListenException.class)
                    .hasMessage("port: %d is in use already (expected: a free one)", server.port());
        }
    }

    @Test
    void anAddressOfAnotherMachineIsOneSentence() {
        for (String host : List.of("192.0.2.1", "no-such-host.invalid")) {
            ListenerConfig config = ListenerConfig.of(host, 0);
            assertThatThrownBy(() -> Listener.start(config, HELLO, ConnectionObserver.NONE))
                    .isInstanceOf(ListenException.class)
                    .hasMessageStartingWith("host: " + host + " (expected: ");
        }
    }

    @Test
    void aClientBeyondTheLimitIsToldAndOthersAreServed() throws Exception {
        TransportLimits limits = Limits.of().connectionsMax(2).build();
        try (TestServer server = TestServer.start(TestServer.config(limits), HELLO);
                RawClient first = server.connect();
                RawClient second = server.connect()) {
            assertThat(first.send(GET).read().status()).isEqualTo(200);
            assertThat(second.send(GET).read().status()).isEqualTo(200);
            try (RawClient third = server.connect()) {
                assertThat(third.read().status()).isEqualTo(503);
                assertThat(third.awaitEnd()).isEqualTo(End.CLOSED);
            }
            assertThat(first.send(GET).read().status()).isEqualTo(200);
            second.reset();
            awaitConnections(server, 1);
            try (RawClient fourth = server.connect()) {
                assertThat(fourth.send(GET).read().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void stoppingClosesIdleConnectionsAndFinishesWhatRuns() throws Exception {
        BlockingQueue<Exchange> exchanges = new LinkedBlockingQueue<>();
        TestServer server = TestServer.start(exchanges::add);
        try (RawClient idle = server.connect();
                RawClient running = server.connect()) {
            running.send(GET + GET);
            Exchange exchange = exchanges.take();
            awaitConnections(server, 2);
            CompletableFuture<Boolean> stopped =
                    CompletableFuture.supplyAsync(
                            () -> server.listener().shutdown(Duration.ofSeconds(20)));
            assertThat(idle.awaitEnd()).isEqualTo(End.CLOSED);
            assertThatThrownBy(server::connect).isInstanceOf(IOException.class);
            assertThat(stopped).isNotDone();
            exchange.respond(Response.text(200, "done"));
            RawAnswer answer = running.read();
            assertThat(answer.text()).isEqualTo("done");
            assertThat(answer.header("connection", "")).isEqualTo("close");
            running.reset();
            assertThat(stopped.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void stoppingCutsWhatIsNotFinishedInTime() throws Exception {
        BlockingQueue<Exchange> exchanges = new LinkedBlockingQueue<>();
        TestServer server = TestServer.start(exchanges::add);
        try (RawClient client = server.connect()) {
            client.send(GET);
            Exchange exchange = exchanges.take();
            assertThat(server.listener().shutdown(Duration.ofMillis(50))).isFalse();
            assertThat(client.readAll()).isEmpty();
            exchange.respond(Response.of(204));
            assertThat(server.listener().connections()).isZero();
        }
    }

    @Test
    void observersAreToldOfEverythingInOrder() throws Exception {
        List<String> events = new ArrayList<>();
        ConnectionObserver observer = observer(events);
        try (TestServer server =
                TestServer.start(TestServer.config(TransportLimits.DEFAULT), HELLO, observer)) {
            try (RawClient client = server.connect()) {
                client.send(GET);
                int length = client.read().lines().stream().mapToInt(l -> l.length() + 2).sum();
                assertThat(length).isPositive();
                client.send("nonsense\r\n");
                assertThat(client.read().status()).isEqualTo(400);
            }
            awaitConnections(server, 0);
        }
        assertThat(events)
                .containsExactly(
                        "opened", "started", "completed 200 in 27", "refused 400", "closed");
    }

    private static ConnectionObserver observer(List<String> events) {
        return new ConnectionObserver() {
            @Override
            public void connectionOpened(int loop) {
                events.add("opened");
            }

            @Override
            public void connectionClosed(int loop) {
                events.add("closed");
            }

            @Override
            public void requestStarted(int loop) {
                events.add("started");
            }

            @Override
            public void requestRefused(int loop, int status) {
                events.add("refused " + status);
            }

            @Override
            public void responseCompleted(int loop, Completion completion) {
                assertThat(completion.bytesOut()).isGreaterThan(100);
                assertThat(completion.nanos()).isPositive();
                assertThat(completion.isCut()).isFalse();
                events.add("completed " + completion.status() + " in " + completion.bytesIn());
            }
        };
    }

    private static void awaitConnections(TestServer server, int count) {
        while (server.listener().connections() != count) {
            Thread.onSpinWait();
        }
    }
}
