// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.zephyr.server.config.WorkerConfig.OutboundHttp;
import dev.zephyr.server.outbound.FakeGuest.Reply;
import dev.zephyr.server.wasi.GuestFault;
import dev.zephyr.server.wasi.GuestInterrupted;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The host function against a server of the JDK; names are looked up in a table of the test. */
@Timeout(120)
final class OutboundFunctionIT {

    private static final int GET = 0;
    private static final int POST = 1;
    private static final int HEAD = 6;
    private static final byte[] NONE = {};
    private static final int RESPONSE_MAX = 100_000;
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "HEAD");

    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger lookUps = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final FakeGuest guest = new FakeGuest();
    private HttpServer server;
    private int port;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/echo", this::echo);
        server.createContext("/slow", this::slow);
        server.createContext("/large", exchange -> answer(exchange, 200, RESPONSE_MAX + 1));
        server.createContext("/most", exchange -> answer(exchange, 200, RESPONSE_MAX));
        server.createContext("/status", exchange -> answer(exchange, status(exchange), 0));
        server.createContext("/to", this::redirect);
        server.createContext("/cut", this::cut);
        server.start();
        port = server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        released.countDown();
        server.stop(0);
        threads.close();
    }

    private void echo(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String text =
                exchange.getRequestMethod()
                        + " "
                        + exchange.getRequestURI()
                        + " host="
                        + exchange.getRequestHeaders().get("Host")
                        + " x="
                        + exchange.getRequestHeaders().get("X-Test")
                        + " auth="
                        + exchange.getRequestHeaders().get("Authorization")
                        + " body="
                        + body;
        exchange.getResponseHeaders().add("X-Many", "one");
        exchange.getResponseHeaders().add("X-Many", "two");
        exchange.getResponseHeaders().add("X-Latin", "caf\u00e9");
        byte[] bytes = text.getBytes(UTF_8);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(200, head ? -1 : bytes.length);
        if (!head) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private void slow(HttpExchange exchange) throws IOException {
        try {
            released.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    private static int status(HttpExchange exchange) {
        return Integer.parseInt(exchange.getRequestURI().getQuery());
    }

    private static void answer(HttpExchange exchange, int status, int bytes) throws IOException {
        exchange.sendResponseHeaders(status, bytes == 0 ? -1 : bytes);
        if (bytes > 0) {
            try (var out = exchange.getResponseBody()) {
                out.write(new byte[bytes]);
            }
        }
        exchange.close();
    }

    /** {@code /to?STATUS,LOCATION}. */
    private void redirect(HttpExchange exchange) throws IOException {
        String[] parts = exchange.getRequestURI().getQuery().split(",", 2);
        exchange.getResponseHeaders().add("Location", parts[1]);
        exchange.sendResponseHeaders(Integer.parseInt(parts[0]), -1);
        exchange.close();
    }

    private void cut(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 1000);
        exchange.getResponseBody().write(new byte[10]);
        exchange.getResponseBody().flush();
        throw new IOException("cut");
    }

    /** Names of the test and their addresses. */
    private List<InetAddress> lookUp(String host) throws UnknownHostException {
        lookUps.incrementAndGet();
        Map<String, String> table =
                Map.of(
                        "site.test",
                        "127.0.0.1",
                        "other.test",
                        "127.0.0.1",
                        "inner.test",
                        "10.0.0.1");
        if (host.equals("missing.test")) {
            throw new UnknownHostException(host);
        }
        String literal = table.getOrDefault(host, host);
        return List.of(InetAddress.ofLiteral(literal.equals("localhost") ? "127.0.0.1" : literal));
    }

    private OutboundFunction function(Duration total) throws Exception {
        var limits = new OutboundLimits(Duration.ofSeconds(60), total, 100_000, RESPONSE_MAX);
        return new OutboundFunction(
                new OutboundClient(limits, this::lookUp, OutboundClient.systemTrust()));
    }

    private static OutboundPolicy policy(String... hosts) {
        return OutboundPolicy.of(new OutboundHttp(List.of(hosts), METHODS, true));
    }

    private Reply call(OutboundPolicy policy, int method, String uri) throws Exception {
        return call(policy, method, uri, List.of(), NONE);
    }

    private Reply call(
            OutboundPolicy policy, int method, String uri, List<Header> headers, byte[] body)
            throws Exception {
        return guest.call(
                function(Duration.ofSeconds(60)),
                policy,
                guest.arguments(method, uri, headers, body));
    }

    private String url(String host, String path) {
        return "http://" + host + ":" + port + path;
    }

    private static void assertError(Reply reply, OutboundError error) {
        assertThat(reply.error()).as(reply.message()).isEqualTo(error.code());
        assertThat(reply.message()).isNotEmpty();
    }

    @Test
    void requestArrivesAndItsResponseComesBack() throws Exception {
        var headers = List.of(new Header("X-Test", "a"), new Header("Connection", "close"));
        Reply reply =
                call(
                        policy("127.0.0.1"),
                        POST,
                        url("127.0.0.1", "/echo/a%20b?q=1%2F2"),
                        headers,
                        "päyload".getBytes(UTF_8));
        assertThat(reply.error()).isEqualTo(Reply.OK);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text())
                .isEqualTo(
                        "POST /echo/a%20b?q=1%2F2 host=[127.0.0.1:"
                                + port
                                + "] x=[a] auth=null body=päyload");
        assertThat(reply.headers())
                .contains(new Header("x-many", "one"), new Header("x-many", "two"))
                .contains(new Header("x-latin", "café"));
    }

    @Test
    void nameIsSentThoughTheAddressIsConnected() throws Exception {
        Reply reply = call(policy("site.test", "127.0.0.1"), GET, url("site.test", "/echo"));
        assertThat(reply.text()).contains("host=[site.test:" + port + "]");
        assertThat(lookUps).hasValue(1);
    }

    @Test
    void headHasNoBodyButAPointer() throws Exception {
        Reply reply = call(policy("localhost"), HEAD, url("localhost", "/echo"));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304, 404, 418, 500, 599})
    void everyStatusIsAResponse(int status) throws Exception {
        Reply reply = call(policy("127.0.0.1"), GET, url("127.0.0.1", "/status?" + status));
        assertThat(reply.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/path",
                "x.org",
                "http://",
                "http:///x",
                "ftp://127.0.0.1/",
                "http://a b/",
                "http://user:password@127.0.0.1/",
                "http://127.0.0.1:99999/",
                "file:///etc/passwd"
            })
    void uriThatIsNoneIsInvalid(String uri) throws Exception {
        assertError(call(policy("127.0.0.1"), GET, uri), OutboundError.INVALID_REQUEST);
    }

    @Test
    void whatThePolicyRefusesIsNotAllowed() throws Exception {
        assertError(call(policy(), GET, url("127.0.0.1", "/echo")), OutboundError.NOT_ALLOWED);
        assertError(
                call(policy("127.0.0.1"), 4, url("127.0.0.1", "/echo")), OutboundError.NOT_ALLOWED);
        var https = OutboundPolicy.of(new OutboundHttp(List.of("127.0.0.1"), METHODS, false));
        assertError(call(https, GET, url("127.0.0.1", "/echo")), OutboundError.NOT_ALLOWED);
        assertThat(lookUps).hasValue(0);
    }

    @Test
    void hostWithAnAddressOfTheOwnNetworkIsNotAllowed() throws Exception {
        Reply reply = call(policy("site.test"), GET, url("site.test", "/echo"));
        assertError(reply, OutboundError.NOT_ALLOWED);
        assertThat(reply.message()).contains("site.test").doesNotContain("127.0.0.1");
        assertError(call(policy("*.test"), GET, url("inner.test", "/")), OutboundError.NOT_ALLOWED);
    }

    @Test
    void hostWithoutAddressOrListenerIsAnInvalidRequest() throws Exception {
        assertError(
                call(policy("missing.test"), GET, "http://missing.test/"),
                OutboundError.INVALID_REQUEST);
        int unused;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            unused = socket.getLocalPort();
        }
        assertError(
                call(policy("127.0.0.1"), GET, "http://127.0.0.1:" + unused + "/"),
                OutboundError.INVALID_REQUEST);
    }

    @ParameterizedTest
    @CsvSource({
        "301, 0, GET", "302, 0, GET", "303, 0, GET", "307, 0, GET", "308, 0, GET",
        "301, 1, GET", "302, 1, GET", "303, 1, GET", "307, 1, POST", "308, 1, POST"
    })
    void redirectIsFollowedWithTheRightMethod(int status, int method, String arrived)
            throws Exception {
        byte[] body = method == POST ? "x".getBytes(UTF_8) : NONE;
        Reply reply =
                call(
                        policy("127.0.0.1"),
                        method,
                        url("127.0.0.1", "/to?" + status + ",/echo"),
                        List.of(new Header("X-Test", "kept")),
                        body);
        assertThat(reply.text())
                .startsWith(arrived + " /echo ")
                .contains("x=[kept]")
                .endsWith(arrived.equals("POST") ? "body=x" : "body=");
    }

    @Test
    void secretsAreNotSentToAnotherHost() throws Exception {
        var policy = policy("site.test", "other.test", "127.0.0.1");
        var headers = List.of(new Header("Authorization", "secret"));
        String same = url("site.test", "/to?302," + url("site.test", "/echo"));
        assertThat(call(policy, GET, same, headers, NONE).text()).contains("auth=[secret]");
        String other = url("site.test", "/to?302," + url("other.test", "/echo"));
        assertThat(call(policy, GET, other, headers, NONE).text()).contains("auth=null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.test/", "http://inner.test/", "http://10.0.0.1/",
                "http://169.254.169.254/latest/meta-data", "https://site.test:1/x", "//evil.test/"
            })
    void redirectToWhatIsNotAllowedIsNotFollowed(String location) throws Exception {
        var policy = policy("127.0.0.1", "inner.test", "site.test:" + port);
        Reply reply = call(policy, GET, url("127.0.0.1", "/to?302," + location));
        assertError(reply, OutboundError.NOT_ALLOWED);
    }

    @Test
    void redirectFromHttpsOnlyToHttpIsNotAllowed() {
        var https = OutboundPolicy.of(new OutboundHttp(List.of("x.org"), METHODS, false));
        assertThat(https.refusal("GET", java.net.URI.create("http://x.org/"))).isPresent();
    }

    @Test
    void endlessRedirectsAreALoop() throws Exception {
        String self = "/to?302,/to?302%2C/echo";
        assertThat(call(policy("127.0.0.1"), GET, url("127.0.0.1", self)).status()).isEqualTo(200);
        server.createContext(
                "/loop",
                exchange -> {
                    exchange.getResponseHeaders().add("Location", "/loop");
                    answer(exchange, 307, 0);
                });
        Reply reply = call(policy("127.0.0.1"), GET, url("127.0.0.1", "/loop"));
        assertError(reply, OutboundError.REDIRECT_LOOP);
    }

    @Test
    void redirectWithoutAUsableLocationIsTheResponse() throws Exception {
        Reply reply = call(policy("127.0.0.1"), GET, url("127.0.0.1", "/status?302"));
        assertThat(reply.status()).isEqualTo(302);
        Reply odd = call(policy("127.0.0.1"), GET, url("127.0.0.1", "/to?302,mailto:a@b"));
        assertThat(odd.status()).isEqualTo(302);
    }

    @Test
    void responseBeyondItsLimitIsRefusedAndOneAtItIsNot() throws Exception {
        assertThat(call(policy("127.0.0.1"), GET, url("127.0.0.1", "/most")).body())
                .hasSize(RESPONSE_MAX);
        assertError(
                call(policy("127.0.0.1"), GET, url("127.0.0.1", "/large")),
                OutboundError.INVALID_RESPONSE_BODY);
    }

    @Test
    void responseThatEndsEarlyIsAnInvalidBody() throws Exception {
        assertError(
                call(policy("127.0.0.1"), GET, url("127.0.0.1", "/cut")),
                OutboundError.INVALID_RESPONSE_BODY);
    }

    @Test
    void requestBodyBeyondItsLimitIsRefused() throws Exception {
        assertError(
                call(
                        policy("127.0.0.1"),
                        POST,
                        url("127.0.0.1", "/echo"),
                        List.of(),
                        new byte[100_001]),
                OutboundError.INVALID_REQUEST_BODY);
    }

    @Test
    void slowServerMeetsTheDeadline() throws Exception {
        long start = System.nanoTime();
        Reply reply =
                guest.call(
                        function(Duration.ofMillis(200)),
                        policy("127.0.0.1"),
                        guest.arguments(GET, url("127.0.0.1", "/slow"), List.of(), NONE));
        assertError(reply, OutboundError.TIMEOUT);
        assertThat(System.nanoTime() - start).isGreaterThan(200_000_000L);
    }

    @Test
    void interruptEndsTheWait() throws Exception {
        var running = new CompletableFuture<Thread>();
        var outcome = new CompletableFuture<Boolean>();
        server.createContext(
                "/announced",
                exchange -> {
                    running.join().interrupt();
                    slow(exchange);
                });
        var arguments = guest.arguments(GET, url("127.0.0.1", "/announced"), List.of(), NONE);
        OutboundFunction function = function(Duration.ofMinutes(1));
        Thread.ofPlatform()
                .start(() -> {
                    running.complete(Thread.currentThread());
                    try {
                        guest.call(function, policy("127.0.0.1"), arguments);
                        outcome.complete(false);
                    } catch (GuestInterrupted _) {
                        outcome.complete(Thread.currentThread().isInterrupted());
                    }
                });
        assertThat(outcome.get(60, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"'a b', x", "'', x", "X-Test, 'a\nb'", "X-Test, 'a\0b'", "'x:y', z"})
    void headerThatIsNoneIsInvalid(String name, String value) throws Exception {
        assertError(
                call(
                        policy("127.0.0.1"),
                        GET,
                        url("127.0.0.1", "/echo"),
                        List.of(new Header(name, value)),
                        NONE),
                OutboundError.INVALID_REQUEST);
    }

    @Test
    void hostHeaderOfTheGuestIsIgnored() throws Exception {
        Reply reply =
                call(
                        policy("127.0.0.1"),
                        GET,
                        url("127.0.0.1", "/echo"),
                        List.of(new Header("HOST", "evil.test"), new Header("Content-Length", "9")),
                        NONE);
        assertThat(reply.text()).contains("host=[127.0.0.1:" + port + "]");
    }

    @ParameterizedTest
    @CsvSource({"5, 7, 0", "5, -1, 0", "4, 129, 0", "4, -1, 0", "9, 8193, 0", "9, -1, 0"})
    void argumentOutOfItsRangeIsInvalid(int argument, long value, int error) throws Exception {
        long[] arguments = guest.arguments(GET, url("127.0.0.1", "/echo"), List.of(), NONE);
        arguments[argument] = value;
        Reply reply = guest.call(function(Duration.ofMinutes(1)), policy("127.0.0.1"), arguments);
        assertThat(reply.error()).isEqualTo(error);
    }

    @ParameterizedTest
    @CsvSource({"8, -4", "8, 4194300", "10, -1", "10, 4194290"})
    void addressBeyondMemoryIsAFault(int argument, long value) throws Exception {
        long[] arguments = guest.arguments(GET, url("127.0.0.1", "/echo"), List.of(), NONE);
        arguments[argument] = value;
        OutboundFunction function = function(Duration.ofMinutes(1));
        assertThatThrownBy(() -> guest.call(function, policy("127.0.0.1"), arguments))
                .isInstanceOf(GuestFault.class);
    }

    @Test
    void uriThatIsNotUtf8IsInvalid() throws Exception {
        long[] arguments = guest.arguments(GET, url("127.0.0.1", "/echo"), List.of(), NONE);
        guest.memory.putByte((int) arguments[8] + 3, (byte) 0xff);
        Reply reply = guest.call(function(Duration.ofMinutes(1)), policy("127.0.0.1"), arguments);
        assertError(reply, OutboundError.INVALID_REQUEST);
    }
}
