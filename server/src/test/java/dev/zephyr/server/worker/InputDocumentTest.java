// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.Headers;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InputDocumentTest {

    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);

    @Test
    void hasExactlySixFieldsOnOneLine() {
        String text =
                encode(request(Headers.of("Host", "h"), "a\nb".getBytes(StandardCharsets.UTF_8)));

        assertThat(text)
                .isEqualTo(
                        "{\"url\":\"http://h/a\",\"method\":\"GET\",\"headers\":{\"host\":\"h\"},"
                                + "\"body\":\"a\\nb\",\"params\":{\"id\":\"1\"},\"kv\":{}}");
    }

    @Test
    void d13RepeatedHeadersAreJoined() {
        String text =
                encode(
                        request(
                                Headers.of(
                                        "X-A", "1", "Cookie", "a=1", "x-a", "2", "cookie", "b=2"),
                                new byte[0]));

        assertThat(text).contains("\"x-a\":\"1, 2\"").contains("\"cookie\":\"a=1; b=2\"");
    }

    @Test
    void aBodyThatIsNotUtf8IsEmpty() {
        assertThat(encode(request(Headers.of(), new byte[] {(byte) 0xff, (byte) 0xfe, 0})))
                .contains("\"body\":\"\"");
    }

    @Test
    void d7HeaderBytesBeyondAsciiArePassed() {
        assertThat(encode(request(Headers.of("x-b", "caf\u00e9"), new byte[0])))
                .contains("\"x-b\":\"caf\u00e9\"");
    }

    @Test
    void everyStringSurvivesWritingAndReading() throws JsonReader.Malformed {
        Random random = new Random(7);
        JsonWriter writer = new JsonWriter();
        for (int round = 0; round < 2_000; round++) {
            String text = randomText(random);
            writer.reset();
            writer.string(text);
            JsonReader reader = new JsonReader(writer.bytes(), 0, writer.length());
            assertThat(reader.string()).isEqualTo(text);
            assertThat(reader.peek()).isEqualTo(-1);
        }
    }

    private static String randomText(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(40);
        for (int i = 0; i < length; i++) {
            switch (random.nextInt(5)) {
                case 0 -> text.append((char) random.nextInt(0x80));
                case 1 -> text.append((char) random.nextInt(0x800));
                case 2 -> text.append((char) random.nextInt(0x10000));
                case 3 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
                default -> text.append((char) (0xd800 + random.nextInt(0x800)));
            }
        }
        return text.toString();
    }

    private static String encode(Request request) {
        JsonWriter writer = new JsonWriter();
        InputDocument.of(request, "http://h/a", Map.of("id", "1")).writeTo(writer, NOTHING);
        return new String(writer.bytes(), 0, writer.length(), StandardCharsets.UTF_8);
    }

    private static Request request(Headers headers, byte[] body) {
        return new Request(
                "GET",
                RequestTarget.parse("/a"),
                headers,
                body,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                false);
    }
}
