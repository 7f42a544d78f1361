// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Section 2 and 6 of RFC 9112, and the cases J of the known mistakes of servers: whatever arrives,
 * in whatever pieces, is read as one sequence of requests or refused.
 */
class RequestReaderTest {

    private static final String HOST = "Host: a\r\n";
    private static final String GET = "GET /f HTTP/1.1\r\n";
    private static final String POST = "POST /f HTTP/1.1\r\n" + HOST;
    private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";
    private static final String NEXT = "GET /next HTTP/1.1\r\n" + HOST + "\r\n";

    private static Arguments of(String input, String... lines) {
        return Arguments.of(input, List.of(lines));
    }

    static Stream<Arguments> valid() {
        return Stream.of(
                of(GET + HOST + "\r\n", "GET /f host=a"),
                of("\r\n\r\n" + GET + HOST + "\r\n", "GET /f host=a"),
                of(GET + HOST + "\r\n" + NEXT, "GET /f host=a", "GET /next host=a"),
                of("GET /f HTTP/1.2\r\n" + HOST + "\r\n", "GET /f host=a"),
                of("GET /f HTTP/1.0\r\n\r\n", "GET /f close"),
                of(
                        "GET /f HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
                        "GET /f connection=Keep-Alive"),
                of(
                        GET + HOST + "Connection: x, close ,y\r\n\r\n" + NEXT,
                        "GET /f host=a connection=x, close ,y close"),
                of(GET + "HOST:a:80\r\n\r\n", "GET /f host=a:80"),
                of(GET + "Host: [::1]:80\r\n\r\n", "GET /f host=[::1]:80"),
                of(GET + "Host:\r\n\r\n", "GET /f host="),
                of(GET + HOST + "X: \t a b \t\r\n\r\n", "GET /f host=a x=a b"),
                of(GET + HOST + "X:\r\n\r\n", "GET /f host=a x="),
                of(GET + HOST + "X: \u00e9\r\n\r\n", "GET /f host=a x=\u00e9"),
                of(GET + HOST + "!#$%&'*+-.^_`|~0: x\r\n\r\n", "GET /f host=a !#$%&'*+-.^_`|~0=x"),
                of("get /f HTTP/1.1\r\n" + HOST + "\r\n", "get /f host=a"),
                of("M-SEARCH * HTTP/1.1\r\n" + HOST + "\r\n", "M-SEARCH * host=a"),
                of("GET f HTTP/1.1\r\n" + HOST + "\r\n", "GET malformed 400 host=a"),
                of(
                        POST + "Content-Length: 3\r\n\r\nabc" + NEXT,
                        "POST /f host=a content-length=3 [abc]",
                        "GET /next host=a"),
                of(
                        POST + "Content-Length: 0003\r\n\r\nabc" + NEXT,
                        "POST /f host=a content-length=0003 [abc]",
                        "GET /next host=a"),
                of(
                        POST + "Content-Length: 0\r\n\r\n" + NEXT,
                        "POST /f host=a content-length=0",
                        "GET /next host=a"),
                of(
                        POST + "Transfer-Encoding: ChunKed\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + NEXT,
                        "POST /f host=a transfer-encoding=ChunKed [abc]",
                        "GET /next host=a"),
                of(
                        POST + "Expect: 100-Continue\r\nContent-Length: 3\r\n\r\nabc" + NEXT,
                        "POST /f host=a expect=100-Continue content-length=3 [abc]",
                        "GET /next host=a"),
                chunked("3\r\nabc\r\n0\r\n\r\n", " [abc]"),
                chunked("1\r\na\r\n0A\r\n0123456789\r\n00\r\n\r\n", " [a0123456789]"),
                chunked("0\r\n\r\n", ""),
                chunked("3;x\r\nabc\r\n0;y=z\r\n\r\n", " [abc]"),
                chunked("3 ; x = \"a;\\\"b\t\" ;y\r\nabc\r\n0\r\n\r\n", " [abc]"),
                chunked("3\r\nabc\r\n0\r\nHost: b\r\nX: y\r\n\r\n", " [abc]"),
                chunked("3\r\n\r\n\r\r\n0\r\n\r\n", " [\r\n\r]"));
    }

    private static Arguments chunked(String coded, String content) {
        String head = "POST /f host=a transfer-encoding=chunked";
        return of(CHUNKED + coded + NEXT, head + content, "GET /next host=a");
    }

    static Stream<Arguments> invalid() {
        return Stream.of(
                of("GET /f\r\n", "REQUEST_LINE"),
                of("GET\r\n", "REQUEST_LINE"),
                of("GET  /f HTTP/1.1\r\n" + HOST + "\r\n", "REQUEST_LINE"),
                of(" GET /f HTTP/1.1\r\n" + HOST + "\r\n", "METHOD"),
                of("GET\t/f HTTP/1.1\r\n" + HOST + "\r\n", "METHOD"),
                of("G:T /f HTTP/1.1\r\n" + HOST + "\r\n", "METHOD"),
                of("GET /f\u0001 HTTP/1.1\r\n" + HOST + "\r\n", "TARGET"),
                of("GET /f\u007f HTTP/1.1\r\n" + HOST + "\r\n", "TARGET"),
                of("GET /f\tHTTP/1.1\r\n" + HOST + "\r\n", "TARGET"),
                of("GET /f\rg HTTP/1.1\r\n" + HOST + "\r\n", "TARGET"),
                of("GET /f  HTTP/1.1\r\n" + HOST + "\r\n", "VERSION_SYNTAX"),
                of("GET /f HTTP/1.1 \r\n" + HOST + "\r\n", "VERSION_SYNTAX"),
                of("GET /f HTTP/1.10\r\n" + HOST + "\r\n", "VERSION_SYNTAX"),
                of("GET /f HTTP/1\r\n" + HOST + "\r\n", "VERSION_SYNTAX"),
                of("GET /f http/1.1\r\n" + HOST + "\r\n", "VERSION_SYNTAX"),
                of("GET /f g HTTP/1.1\r\n" + HOST + "\r\n", "VERSION_SYNTAX"),
                of("GET /f HTTP/2.0\r\n" + HOST + "\r\n", "VERSION"),
                of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "VERSION"),
                of("GET /f HTTP/1.1\n" + HOST + "\r\n", "LINE_END"),
                of(GET + "Host: a\n\r\n", "LINE_END"),
                of(GET + HOST + "\n", "LINE_END"),
                of("\n" + GET + HOST + "\r\n", "LINE_END"),
                of(GET + "\r\n", "HOST_COUNT"),
                of(GET + HOST + HOST + "\r\n", "HOST_COUNT"),
                of("GET /f HTTP/1.0\r\n" + HOST + HOST + "\r\n", "HOST_COUNT"),
                of(GET + "Host: a b\r\n\r\n", "HOST"),
                of(GET + "Host: a,b\r\n\r\n", "HOST"),
                of(GET + "Host: u@a\r\n\r\n", "HOST"),
                of(GET + "Host: a/b\r\n\r\n", "HOST"),
                of(GET + HOST + "X : y\r\n\r\n", "FIELD_NAME"),
                of(GET + HOST + ": y\r\n\r\n", "FIELD_NAME"),
                of(GET + HOST + "XY\r\n\r\n", "FIELD_NAME"),
                of(GET + HOST + "X\u00e9: y\r\n\r\n", "FIELD_NAME"),
                of(GET + HOST + "X: y\r\n z\r\n\r\n", "FIELD_FOLDED"),
                of(GET + HOST + "X: y\r\n\tz: z\r\n\r\n", "FIELD_FOLDED"),
                of(GET + " " + HOST + "\r\n", "FIELD_FOLDED"),
                of(GET + HOST + "X: a\rb\r\n\r\n", "FIELD_VALUE"),
                of(GET + HOST + "X: a\0b\r\n\r\n", "FIELD_VALUE"),
                of(GET + HOST + "X: a\u000bb\r\n\r\n", "FIELD_VALUE"),
                of(GET + HOST + "X: a\r\r\n\r\n", "FIELD_VALUE"),
                of(length("5") + "Content-Length: 5\r\n\r\nabcde", "CONTENT_LENGTH_COUNT"),
                of(length("5") + "Content-Length: 6\r\n\r\nabcde", "CONTENT_LENGTH_COUNT"),
                of(length("+5") + "\r\nabcde", "CONTENT_LENGTH"),
                of(length("-1") + "\r\n", "CONTENT_LENGTH"),
                of(length("0x5") + "\r\nabcde", "CONTENT_LENGTH"),
                of(length("5 6") + "\r\nabcde", "CONTENT_LENGTH"),
                of(length("5, 5") + "\r\nabcde", "CONTENT_LENGTH"),
                of(length("") + "\r\n", "CONTENT_LENGTH"),
                of(length("\u0665") + "\r\n", "CONTENT_LENGTH"),
                of(length("18446744073709551621") + "\r\nabcde", "CONTENT_LENGTH"),
                of(length("9223372036854775808") + "\r\nabcde", "CONTENT_LENGTH"),
                of(length("1001") + "\r\n", "BODY_SIZE"),
                of(
                        length("5") + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + NEXT,
                        "LENGTH_AND_CODING"),
                of(coding("xchunked"), "CODING_NOT_LAST"),
                of(coding("chunked, identity"), "CODING_NOT_LAST"),
                of(coding("identity"), "CODING_NOT_LAST"),
                of(coding("chunked;x"), "CODING_NOT_LAST"),
                of(coding(""), "CODING_NOT_LAST"),
                of(coding("gzip, chunked"), "CODING_UNKNOWN"),
                of(coding("chunked\r\nTransfer-Encoding: chunked"), "CODING_COUNT"),
                of(coding("\u000bchunked"), "FIELD_VALUE"),
                of(
                        "POST /f HTTP/1.0\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n",
                        "CODING_IN_1_0"),
                of(POST + "Expect: 200-ok\r\n\r\n", "EXPECTATION"),
                of(
                        "GET /" + "a".repeat(300) + " HTTP/1.1\r\n" + HOST + "\r\n",
                        "REQUEST_LINE_SIZE"),
                of("GET /" + "a".repeat(300), "REQUEST_LINE_SIZE"),
                of("\r\n".repeat(200) + GET + HOST + "\r\n", "REQUEST_LINE_SIZE"),
                of(GET + HOST + "X: " + "a".repeat(600) + "\r\n\r\n", "FIELD_SIZE"),
                of(GET + HOST + "X: " + "a".repeat(600), "FIELD_SIZE"),
                of(GET + HOST + "x: y\r\n".repeat(20) + "\r\n", "FIELD_COUNT"),
                of(CHUNKED + "0x1\r\na\r\n0\r\n\r\n", "CHUNK_SIZE"),
                of(CHUNKED + " 1\r\na\r\n0\r\n\r\n", "CHUNK_SIZE"),
                of(CHUNKED + "-1\r\na\r\n0\r\n\r\n", "CHUNK_SIZE"),
                of(CHUNKED + "\r\na\r\n0\r\n\r\n", "CHUNK_SIZE"),
                of(CHUNKED + "10000000000000001\r\na\r\n0\r\n\r\n", "CHUNK_SIZE"),
                of(CHUNKED + "0000000000000001\r\na\r\n0\r\n\r\n", "CHUNK_SIZE"),
                of(CHUNKED + "1\na\r\n0\r\n\r\n", "CHUNK_SIZE"),
                of(CHUNKED + "1 \r\na\r\n0\r\n\r\n", "CHUNK_EXTENSION"),
                of(CHUNKED + "1;x\ny\r\na\r\n0\r\n\r\n", "CHUNK_EXTENSION"),
                of(CHUNKED + "1;x=\"\r\n\"\r\na\r\n0\r\n\r\n", "CHUNK_EXTENSION"),
                of(CHUNKED + "1;x=\"\\\r\n\"\r\na\r\n0\r\n\r\n", "CHUNK_EXTENSION"),
                of(CHUNKED + "1;x={}\r\na\r\n0\r\n\r\n", "CHUNK_EXTENSION"),
                of(CHUNKED + "1\r\raa\r\n0\r\n\r\n", "CHUNK_END"),
                of(CHUNKED + "1\r\naXX0\r\n\r\n", "CHUNK_END"),
                of(CHUNKED + "1\r\na\r0\r\n\r\n", "CHUNK_END"),
                of(CHUNKED + "1\r\na\n0\r\n\r\n", "CHUNK_END"),
                of(CHUNKED + "1;" + "x".repeat(100) + "\r\na\r\n0\r\n\r\n", "CHUNK_OVERHEAD"),
                of(CHUNKED + "1;x\r\na\r\n".repeat(60) + "0\r\n\r\n", "CHUNK_OVERHEAD"),
                of(CHUNKED + "0\r\nX: " + "y".repeat(100) + "\r\n\r\n", "CHUNK_OVERHEAD"),
                of(CHUNKED + "0\r\nX y: z\r\n\r\n", "TRAILER"),
                of(CHUNKED + "0\r\n: z\r\n\r\n", "TRAILER"),
                of(CHUNKED + "0\r\nX: a\nb\r\n\r\n", "TRAILER"),
                of(CHUNKED + "0\r\nX: a\r\n b\r\n\r\n", "TRAILER"),
                of(CHUNKED + "0\r\n\rX", "CHUNK_END"),
                of(CHUNKED + "3e9\r\n" + "a".repeat(1001) + "\r\n0\r\n\r\n", "BODY_SIZE"),
                of(CHUNKED + "fffffffffffffff\r\n" + "a".repeat(1001), "BODY_SIZE"));
    }

    private static String length(String value) {
        return POST + "Content-Length: " + value + "\r\n";
    }

    private static String coding(String value) {
        return POST + "Transfer-Encoding: " + value + "\r\n\r\n0\r\n\r\n" + NEXT;
    }

    @ParameterizedTest
    @MethodSource({"valid", "invalid"})
    void everySplitIsReadAlike(String input, List<String> expected) {
        byte[] bytes = Readings.bytes(input);
        assertThat(Readings.of(bytes)).isEqualTo(expected);
        assertThat(Readings.byteByByte(Readings.BODY_MAX, bytes)).isEqualTo(expected);
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertThat(Readings.of(bytes, cut)).as("cut at %d", cut).isEqualTo(expected);
        }
    }

    /** A body that nobody reads never shows as a request. */
    @ParameterizedTest
    @ValueSource(ints = {1, 50, Readings.DRAIN_MAX, Readings.DRAIN_MAX + 1, 5000})
    void unreadContentIsDrainedOrClosesTheConnection(int length) {
        String content = (NEXT + "x".repeat(length)).substring(0, length);
        boolean drained = length <= Readings.DRAIN_MAX;
        String close = drained ? "" : " close";
        byte[] fixed = Readings.bytes(length("" + length) + "\r\n" + content + NEXT);
        byte[] chunked =
                Readings.bytes(
                        CHUNKED
                                + Integer.toHexString(length)
                                + "\r\n"
                                + content
                                + "\r\n0\r\n\r\n"
                                + NEXT);
        for (byte[] input : List.of(fixed, chunked)) {
            List<String> lines = Readings.of(-1, input);
            assertThat(lines).hasSize(drained ? 2 : 1);
            assertThat(lines.getFirst()).startsWith("POST /f").endsWith(close);
            assertThat(Readings.byteByByte(-1, input)).isEqualTo(lines);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void spoiledRequestsAreReadAlikeInAnyPieces(long seed) {
        Random random = new Random(seed);
        List<byte[]> samples =
                valid().map(a -> Readings.bytes(String.valueOf(a.get()[0]))).toList();
        for (int round = 0; round < 1000; round++) {
            byte[] input = spoil(samples.get(random.nextInt(samples.size())), random);
            List<String> whole = outcomes(Readings.of(input));
            int first = random.nextInt(input.length + 1);
            int second = first + random.nextInt(input.length - first + 1);
            assertThat(outcomes(Readings.of(input, first, second))).isEqualTo(whole);
            assertThat(outcomes(Readings.byteByByte(Readings.BODY_MAX, input))).isEqualTo(whole);
        }
    }

    /** Of several faults, which is named may depend on what has arrived. */
    private static List<String> outcomes(List<String> lines) {
        return lines.stream().map(line -> line.contains(" ") ? line : "refused").toList();
    }

    private static byte[] spoil(byte[] sample, Random random) {
        byte[] spoiled = sample.clone();
        String interesting = "\r\n \t:;,\"\\\0\u000b0aF-+%/?#\u00ff";
        for (int i = random.nextInt(4); i >= 0; i--) {
            char c = interesting.charAt(random.nextInt(interesting.length()));
            spoiled[random.nextInt(spoiled.length)] = (byte) c;
        }
        return spoiled;
    }
}
