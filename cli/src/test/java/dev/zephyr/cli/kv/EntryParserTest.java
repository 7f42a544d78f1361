// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryParserTest {

    private static final int ROUNDS = 2000;

    @Test
    void anyCodeUnitsComeBackAndAreWrittenAsOneLineOfUtf8() {
        Random random = new Random(6);
        for (int i = 0; i < ROUNDS; i++) {
            Entry entry = new Entry(text(random), text(random), text(random));
            String json = entry.json();
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(json);
            assertThat(json).doesNotContain("\n", "\r");
            assertThat(new EntryParser(json).entry()).isEqualTo(entry);
        }
    }

    @Test
    void everyPrefixOfALineIsRefused() {
        String json = new Entry("n\ud800", "k\n", "v\u0000").json();
        for (int length = 0; length < json.length(); length++) {
            EntryParser parser = new EntryParser(json.substring(0, length));
            assertThat(parser.entry()).as(json.substring(0, length)).isNull();
            assertThat(parser.column()).isEqualTo(length + 1);
        }
    }

    @Test
    void orderAndSpaceDoNotMatterAndEveryEscapeIsUnderstood() {
        String json =
                " { \"value\" :\t\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E4\\ud83D\\ude00\" ,"
                        + "\"key\":\"\", \"name\\u0073pace\" : \"n\"}\r";
        assertThat(new EntryParser(json).entry())
                .isEqualTo(new Entry("n", "", "\"\\/\b\f\n\r\tä😀"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "{}",
                "{\"namespace\":\"n\",\"key\":\"k\"}",
                "{\"namespace\":\"n\",\"key\":\"k\",\"value\":1}",
                "{\"namespace\":\"n\",\"key\":\"k\",\"value\":null}",
                "{\"namespace\":\"n\",\"key\":\"k\",\"value\":\"v\",}",
                "{\"namespace\":\"n\",\"key\":\"k\",\"value\":\"v\",\"more\":\"x\"}",
                "{\"namespace\":\"n\",\"key\":\"k\",\"key\":\"l\",\"value\":\"v\"}",
                "{\"namespace\":\"n\",\"key\":\"k\",\"value\":\"v\"} x",
                "{\"namespace\":\"n\",\"key\":\"k\",\"value\":\"\\x\"}",
                "{\"namespace\":\"n\",\"key\":\"k\",\"value\":\"\\u12g4\"}",
                "{\"namespace\":\"n\",\"key\":\"k\",\"value\":\"\\u١٢٣٤\"}",
                "{\"namespace\":\"n\",\"key\":\"k\",\"value\":\"a\tb\"}",
                "{'namespace':'n','key':'k','value':'v'}",
            })
    void anythingElseIsRefused(String line) {
        assertThat(new EntryParser(line).entry()).isNull();
    }

    /** Mostly what is awkward: surrogates in any order, controls, quotes. */
    private static String text(Random random) {
        String awkward = "\ud83d\ude00\ud800\udfff\u0000\n\r\"\\\u2028\u007f/ä";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            boolean isAny = random.nextInt(4) == 0;
            int c =
                    isAny
                            ? random.nextInt(0x10000)
                            : awkward.charAt(random.nextInt(awkward.length()));
            text.append((char) c);
        }
        return text.toString();
    }
}
