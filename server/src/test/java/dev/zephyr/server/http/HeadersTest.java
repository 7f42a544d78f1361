// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeadersTest {

    private static final Headers HEADERS =
            Headers.of("Host", "a", "ACCEPT", "x", "Accept", "y", "Empty", "");

    @Test
    void linesKeepTheirOrderAndTheirNamesAreLowerCase() {
        assertThat(HEADERS.size()).isEqualTo(4);
        assertThat(HEADERS.name(1)).isEqualTo("accept");
        assertThat(HEADERS.value(2)).isEqualTo("y");
        assertThat(HEADERS.value(3)).isEmpty();
    }

    @Test
    void valuesAreFoundByName() {
        assertThat(HEADERS.first("accept")).isEqualTo("x");
        assertThat(HEADERS.first("accep")).isNull();
        assertThat(HEADERS.first("acceptx")).isNull();
        assertThat(HEADERS.has("host")).isTrue();
        assertThat(HEADERS.all("accept")).containsExactly("x", "y");
        assertThat(HEADERS.all("none")).isEmpty();
        assertThat(HEADERS.combined("accept")).isEqualTo("x, y");
        assertThat(HEADERS.combined("host")).isEqualTo("a");
        assertThat(HEADERS.combined("none")).isNull();
    }

    @Test
    void linesAreFoundByNameWithoutMakingStrings() {
        int first = HEADERS.indexOf("accept", 0);
        assertThat(first).isEqualTo(1);
        assertThat(HEADERS.indexOf("accept", first + 1)).isEqualTo(2);
        assertThat(HEADERS.indexOf("accept", 3)).isEqualTo(-1);
        assertThat(HEADERS.valueEquals(first, "x")).isTrue();
        assertThat(HEADERS.valueEquals(first, "y")).isFalse();
        assertThat(HEADERS.valueEquals(first, "xx")).isFalse();
    }

    @Test
    void valueIsUtf8OrElseLatin1() {
        assertThat(received("h\u00e9".getBytes(StandardCharsets.UTF_8))).isEqualTo("h\u00e9");
        assertThat(received("h\u00e9".getBytes(StandardCharsets.ISO_8859_1))).isEqualTo("h\u00e9");
        assertThat(received("\ufffd".getBytes(StandardCharsets.UTF_8))).isEqualTo("\ufffd");
    }

    @Test
    void moreBytesThanPositionsCanSayAreRefused() {
        byte[] bytes = new byte[Headers.BYTES_MAX + 1];
        assertThatThrownBy(() -> Headers.ofLines(bytes, new long[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void blocksTakeNoFieldThatTheConnectionDecides() {
        for (String name : new String[] {"Content-Length", "CONNECTION", "Date"}) {
            assertThatThrownBy(() -> HeaderBlock.of(name, "1"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(name);
        }
    }

    private static String received(byte[] value) {
        byte[] bytes = new byte[value.length + 1];
        bytes[0] = 'a';
        System.arraycopy(value, 0, bytes, 1, value.length);
        long[] lines = {Headers.line(0, 1, 1, bytes.length)};
        return Headers.ofLines(bytes, lines).value(0);
    }
}
