// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DifferenceTest {

    @Test
    void equalMapsHaveNone() {
        assertThat(Difference.between(Map.of(), Map.of()).isEmpty()).isTrue();
        assertThat(Difference.between(Map.of("a", "1"), Map.of("a", "1")).isEmpty()).isTrue();
    }

    @Test
    void aKeyThatIsLeftOutIsDeleted() {
        assertThat(Difference.between(Map.of("a", "1", "b", "2"), Map.of("b", "2", "c", "")))
                .isEqualTo(new Difference(Map.of("c", ""), Set.of("a")));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void appliedToTheStateBeforeItGivesTheStateAfter(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            Map<String, String> before = randomMap(random);
            Map<String, String> after = randomMap(random);
            Difference difference = Difference.between(before, after);
            Map<String, String> applied = new HashMap<>(before);
            applied.keySet().removeAll(difference.deletes());
            applied.putAll(difference.puts());
            assertThat(applied).isEqualTo(after);
            assertThat(before.keySet()).containsAll(difference.deletes());
            difference.puts().forEach((k, v) -> assertThat(before.get(k)).isNotEqualTo(v));
        }
    }

    private static Map<String, String> randomMap(Random random) {
        Map<String, String> map = new HashMap<>();
        int size = random.nextInt(10);
        for (int i = 0; i < size; i++) {
            map.put("k" + random.nextInt(12), "v" + random.nextInt(3));
        }
        return map;
    }
}
