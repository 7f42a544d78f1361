// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyValueLimitsTest {

    @Test
    void sizesAreThoseOfUtf8WithThreeBytesForALoneSurrogate() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            String text = Texts.random(random, 30);
            int expected =
                    text.codePoints()
                            .map(c -> c >= 0xd800 && c < 0xe000 ? 3 : bytes(Character.toString(c)))
                            .sum();
            assertThat(KeyValueLimits.bytes(text)).isEqualTo(expected);
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
