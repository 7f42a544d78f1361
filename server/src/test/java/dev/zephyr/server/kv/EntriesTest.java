// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.kv.Trie.Leaf;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntriesTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void behavesAsAHashMapDoes(long seed) {
        Random random = new Random(seed);
        int keys = 1 << (2 * seed);
        Map<String, String> model = new HashMap<>();
        Entries entries = Entries.EMPTY;
        for (int i = 0; i < 5_000; i++) {
            String key = key(random.nextInt(keys));
            if (random.nextInt(3) > 0) {
                model.put(key, "v" + i);
                entries = entries.with(leaf(key, "v" + i));
            } else {
                model.remove(key);
                entries = entries.without(key);
            }
            assertThat(entries.size()).isEqualTo(model.size());
            assertThat(entries.get(key)).isEqualTo(model.get(key));
            if (i % 500 == 0) {
                assertSame(entries, model);
            }
        }
        assertSame(entries, model);
        for (String key : model.keySet()) {
            entries = entries.without(key);
        }
        assertSame(entries, Map.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 10})
    void equalHashCodesAreKeptApart(int pairs) {
        Map<String, String> model = new HashMap<>();
        Entries entries = Entries.EMPTY;
        for (int i = 0; i < 1 << pairs; i++) {
            String key = colliding(i, pairs);
            model.put(key, "" + i);
            entries = entries.with(leaf(key, "" + i));
        }
        entries = entries.with(leaf("other", ""));
        model.put("other", "");
        assertThat(model.keySet().stream().map(String::hashCode).distinct()).hasSize(2);
        assertSame(entries, model);
        for (int i = 0; i < 1 << pairs; i++) {
            entries = entries.without(colliding(i, pairs));
            model.remove(colliding(i, pairs));
            assertThat(entries.get("other")).isEmpty();
            assertThat(entries.size()).isEqualTo(model.size());
        }
        assertSame(entries, model);
    }

    /** "Aa" and "BB" have the same hash code, and so have all sequences of them. */
    private static String colliding(int number, int pairs) {
        StringBuilder key = new StringBuilder();
        for (int bit = 0; bit < pairs; bit++) {
            key.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return key.toString();
    }

    private static String key(int number) {
        return number % 7 == 0 ? colliding(number, 12) : "k" + number;
    }

    private static Leaf leaf(String key, String value) {
        return new Leaf(key, value, 1, Long.MAX_VALUE, key.length() + value.length());
    }

    private static void assertSame(Entries entries, Map<String, String> model) {
        assertThat(new HashMap<>(entries)).isEqualTo(model);
        Map<String, String> seen = new HashMap<>();
        entries.forEach((key, value) -> assertThat(seen.put(key, value)).isNull());
        assertThat(seen).isEqualTo(model);
        long bytes = 0;
        for (Map.Entry<String, String> entry : model.entrySet()) {
            bytes += entry.getKey().length() + entry.getValue().length();
            assertThat(entries.get(entry.getKey())).isEqualTo(entry.getValue());
        }
        assertThat(entries.bytes()).isEqualTo(bytes);
    }
}
