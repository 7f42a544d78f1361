// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoredTextTest {

    @Test
    void anyTextComesBack() {
        Random random = new Random(11);
        List<String> texts = new ArrayList<>(Texts.strange());
        for (int i = 0; i < 5_000; i++) {
            texts.add(Texts.random(random, 30));
        }
        for (String text : texts) {
            byte[] bytes = StoredText.encode(text);
            assertThat(StoredText.decode(bytes)).isEqualTo(text);
            assertThat(bytes).hasSize(KeyValueLimits.bytes(text));
            boolean isValid = StandardCharsets.UTF_16.newEncoder().canEncode(text);
            assertThat(StoredText.isPlain(text)).isEqualTo(isValid && text.indexOf(0) < 0);
            if (isValid) {
                assertThat(bytes).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void anyBytesGiveSomeText() {
        Random random = new Random(12);
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            assertThat(StoredText.decode(bytes)).isNotNull();
        }
    }
}
