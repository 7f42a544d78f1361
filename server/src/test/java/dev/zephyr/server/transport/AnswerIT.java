// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.testkit.RawAnswer;
import dev.zephyr.server.testkit.RawClient;
import dev.zephyr.server.testkit.RawClient.End;
import dev.zephyr.server.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Sections 6 and 9 of RFC 9112 over a socket: what is sent, in which order, and when it ends. */
class AnswerIT {

    private static final String HOST = "Host: a\r\n";
    private static final Pattern IMF_DATE =
            Pattern.compile("\\w{3}, \\d{2} \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n";
    }

    private static String last(String path) {
        return "GET " + path + " HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n";
    }

    private static String path(Exchange exchange) {
        return ((RequestTarget.Path) exchange.request().target()).path();
    }

    /** The path and the content come back; paths with "later" are answered by another thread. */
    private static void echo(Exchange exchange) {
        String body = new String(exchange.request().body(), StandardCharsets.ISO_8859_1);
        Response response = Response.text(200, path(exchange) + body);
        if (path(exchange).contains("later")) {
            Thread.ofVirtual().start(() -> exchange.respond(response));
        } else {
            exchange.respond(response);
        }
    }

    @Test
    void answerHasDateLengthAndTheFieldsOfTheResponse() throws Exception {
        HeaderBlock headers = HeaderBlock.of("X-A", "b");
        Body body = new Body.Bytes("hello".getBytes(StandardCharsets.US_ASCII));
        try (TestServer server =
                        TestServer.start(x -> x.respond(new Response(418, headers, body)));
                RawClient client = server.connect()) {
            RawAnswer answer = client.send(get("/")).read();
            assertThat(answer.status()).isEqualTo(418);
            assertThat(answer.header("date", "")).matches(IMF_DATE);
            assertThat(answer.lines()).contains("X-A: b", "Content-Length: 5").hasSize(3);
            assertThat(answer.text()).isEqualTo("hello");
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        StringBuilder requests = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            String path = (i % 7 == 3 ? "/later" : "/now") + i;
            requests.append(get(path));
            expected.append(path);
        }
        try (TestServer server = TestServer.start(AnswerIT::echo);
                RawClient client = server.connect()) {
            client.send(requests.toString());
            StringBuilder received = new StringBuilder();
            for (int i = 0; i < 500; i++) {
                received.append(client.read().text());
            }
            assertThat(received).hasToString(expected.toString());
        }
    }

    @Test
    void aClientThatPipelinesWithoutReadingIsHeldBack() throws Exception {
        byte[] requests =
                get("/" + "x".repeat(1000)).repeat(1000).getBytes(StandardCharsets.US_ASCII);
        int rounds = 64;
        try (TestServer server =
                        TestServer.start(x -> x.respond(Response.text(200, "y".repeat(4000))));
                RawClient client = RawClient.connectNarrow(server.port(), 16 << 10)) {
            Thread sender =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    for (int i = 0; i < rounds; i++) {
                                        client.send(requests);
                                    }
                                } catch (java.io.IOException closed) {
                                    throw new java.io.UncheckedIOException(closed);
                                }
                            });
            assertThat(sender.join(Duration.ofMillis(700))).isFalse();
            for (int i = 0; i < rounds * 1000; i++) {
                assertThat(client.read().body()).hasSize(4000);
            }
            assertThat(sender.join(Duration.ofSeconds(10))).isTrue();
        }
    }

    @Test
    void answersToHeadAndWithoutContentHaveNoBytesOfIt() throws Exception {
        try (TestServer server =
                        TestServer.start(x ->
                                x.respond(
                                        switch (path(x)) {
                                            case "/304" -> Response.of(304);
                                            case "/204" -> Response.of(204);
                                            default -> Response.text(200, "content");
                                        }));
                RawClient client = server.connect()) {
            client.send("HEAD /f HTTP/1.1\r\n" + HOST + "\r\n" + get("/304") + get("/204"));
            client.send(last("/f"));
            RawAnswer head = client.readHead();
            assertThat(head.header("content-length", "")).isEqualTo("7");
            assertThat(client.read().header("content-length", "none")).isEqualTo("none");
            assertThat(client.read().header("content-length", "none")).isEqualTo("none");
            assertThat(client.read().text()).isEqualTo("content");
            assertThat(client.awaitEnd()).isEqualTo(End.CLOSED);
        }
    }

    @Test
    void connectionEndsWhenTheClientSaysSo() throws Exception {
        try (TestServer server = TestServer.start(AnswerIT::echo)) {
            for (String request : List.of(last("/a"), "GET /a HTTP/1.0\r\n\r\n", last("/later"))) {
                try (RawClient client = server.connect()) {
                    RawAnswer answer = client.send(request).read();
                    assertThat(answer.header("connection", "")).isEqualTo("close");
                    assertThat(client.awaitEnd()).isEqualTo(End.CLOSED);
                }
            }
        }
    }

    @Test
    void http10ConnectionStaysOpenWhenAsked() throws Exception {
        try (TestServer server = TestServer.start(AnswerIT::echo);
                RawClient client = server.connect()) {
            for (int i = 0; i < 2; i++) {
                client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
                assertThat(client.read().header("connection", "")).isEqualTo("keep-alive");
            }
        }
    }

    @Test
    void nothingAfterTheLastRequestIsAnswered() throws Exception {
        try (TestServer server = TestServer.start(AnswerIT::echo);
                RawClient client = server.connect()) {
            client.send(last("/a") + get("/smuggled"));
            assertThat(RawAnswer.statuses(client.readAll())).containsExactly(200);
        }
    }

    @Test
    void aClientThatHasEndedItsSideIsAnswered() throws Exception {
        try (TestServer server = TestServer.start(AnswerIT::echo);
                RawClient client = server.connect()) {
            client.send(get("/a") + get("/later") + get("/b")).endOutput();
            assertThat(RawAnswer.statuses(client.readAll())).containsExactly(200, 200, 200);
        }
    }

    @Test
    void contentIsAskedForOnlyIfItWillBeRead() throws Exception {
        String expecting = "POST /a HTTP/1.1\r\n" + HOST + "Expect: 100-continue\r\n";
        try (TestServer server = TestServer.start(AnswerIT::echo);
                RawClient client = server.connect()) {
            client.send(expecting + "Content-Length: 2\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(100);
            assertThat(client.send("hi").read().text()).isEqualTo("/ahi");
            client.send(expecting + "Content-Length: 2000000\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(413);
            assertThat(client.awaitEnd()).isEqualTo(End.CLOSED);
        }
        Handler notReading = TestServer.reading(-1, AnswerIT::echo);
        try (TestServer server =
                        TestServer.start(TestServer.config(TransportLimits.DEFAULT), notReading);
                RawClient client = server.connect()) {
            client.send(expecting + "Content-Length: 2\r\n\r\n");
            RawAnswer answer = client.read();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("connection", "")).isEqualTo("close");
        }
    }

    @Test
    void aRefusedUploadIsAnsweredWhileItIsStillBeingSent() throws Exception {
        byte[] upload = new byte[4 << 20];
        try (TestServer server = TestServer.start(AnswerIT::echo);
                RawClient client = server.connect()) {
            client.send("POST /a HTTP/1.1\r\n" + HOST + "Content-Length: 4194304\r\n\r\n");
            client.send(upload);
            RawAnswer answer = client.read();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.header("content-type", "")).isEqualTo("application/problem+json");
            assertThat(answer.text()).contains("\"status\":413");
        }
    }

    @Test
    void contentOfAllConnectionsTogetherIsLimited() throws Exception {
        TransportLimits limits = Limits.of().bodyBytesInFlightMax(100_000).build();
        Handler handler = TestServer.reading(1 << 20, AnswerIT::echo);
        String head = "POST /a HTTP/1.1\r\n" + HOST + "Content-Length: 90000\r\n\r\n";
        try (TestServer server = TestServer.start(TestServer.config(limits), handler);
                RawClient first = server.connect();
                RawClient second = server.connect()) {
            first.send(head + "x".repeat(80_000));
            second.send(head + "x".repeat(89_999));
            RawAnswer refused = second.read();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("retry-after", "")).isEqualTo("1");
            assertThat(first.send("x".repeat(10_000)).read().body()).hasSize(90_002);
            try (RawClient third = server.connect()) {
                assertThat(third.send(head + "x".repeat(90_000)).read().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aHandlerThatFailsIsAnsweredWith500() throws Exception {
        Handler failing =
                new Handler() {
                    @Override
                    public long bodyBytesMax(dev.zephyr.server.http.Request request) {
                        throw new IllegalStateException("on purpose");
                    }

                    @Override
                    public void handle(Exchange exchange) {
                        throw new IllegalStateException("on purpose");
                    }
                };
        try (TestServer server =
                        TestServer.start(TestServer.config(TransportLimits.DEFAULT), failing);
                RawClient client = server.connect()) {
            assertThat(client.send(get("/a")).read().status()).isEqualTo(500);
            client.send("POST /a HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n\r\nhi");
            assertThat(client.read().status()).isEqualTo(500);
            assertThat(client.awaitEnd()).isEqualTo(End.CLOSED);
        }
    }

    @Test
    void aSecondAnswerIsAnError() throws Exception {
        BlockingQueue<Exchange> exchanges = new LinkedBlockingQueue<>();
        try (TestServer server = TestServer.start(exchanges::add);
                RawClient client = server.connect()) {
            client.send(get("/a"));
            Exchange exchange = exchanges.take();
            exchange.respond(Response.of(204));
            assertThatThrownBy(() -> exchange.respond(Response.of(204)))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(client.read().status()).isEqualTo(204);
        }
    }

    @Test
    void anExchangeKnowsThatItsClientHasGone() throws Exception {
        BlockingQueue<Exchange> exchanges = new LinkedBlockingQueue<>();
        CountDownLatch released = new CountDownLatch(1);
        try (TestServer server = TestServer.start(exchanges::add)) {
            RawClient client = server.connect();
            client.send(get("/a"));
            Exchange exchange = exchanges.take();
            assertThat(exchange.isCancelled()).isFalse();
            client.reset();
            while (!exchange.isCancelled()) {
                Thread.onSpinWait();
            }
            Body body = new Body.Direct(java.nio.ByteBuffer.allocateDirect(1), released::countDown);
            exchange.respond(new Response(200, HeaderBlock.EMPTY, body));
            assertThat(released.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }
}
