// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogLineTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final LogLine line = new LogLine();

    @ParameterizedTest
    @ValueSource(longs = {0, 9, 10, 99, 100, 12345, Long.MAX_VALUE})
    void numberIsDecimal(long value) {
        assertThat(text(line.number(value))).isEqualTo(Long.toString(value));
    }

    @Test
    void digitsAreFilledWithZeros() {
        assertThat(text(line.digits(7, 3))).isEqualTo("007");
    }

    @ParameterizedTest
    @CsvSource({"a\"b,a\\\"b", "a\\b,a\\\\b", "\u00e9,\\xc3\\xa9", "\u0085,\\xc2\\x85"})
    void quotableTextCannotLeaveItsQuotes(String value, String expected) {
        assertThat(text(line.quotable(value))).isEqualTo(expected);
    }

    /** Any text at all: the line stays one line, and a reader gets the same text back. */
    @Test
    void anyTextIsReadBackFromJson() throws Exception {
        Random random = new Random(11);
        for (int i = 0; i < 5_000; i++) {
            String value = anyText(random);
            line.clear();
            String json = text(line.put('"').json(value).put('"'));
            assertThat(json).doesNotContain("\n", "\r", "\u001b", "\u0085");
            assertThat(JSON.readValue(json, String.class)).isEqualTo(value);
        }
    }

    @Test
    void anyTextIsPrintableAsciiWhenQuotable() {
        Random random = new Random(12);
        for (int i = 0; i < 5_000; i++) {
            line.clear();
            String quoted = text(line.quotable(anyText(random)));
            assertThat(quoted)
                    .matches("(\\\\\\\\|\\\\\"|\\\\x[0-9a-f]{2}|[\\x20-\\x7e&&[^\"\\\\]])*");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\"", "\u0000", "\u00e9", "\ud83d\ude00", "\ud800"})
    void longFieldIsCutWhateverItIsMadeOf(String unit) {
        String longText = unit.repeat(10_000);
        int quotable = line.quotable(longText).length();
        line.clear();
        int json = line.json(longText).length();
        assertThat(quotable).isLessThanOrEqualTo(LogLine.FIELD_BYTES_MAX);
        assertThat(json).isLessThanOrEqualTo(LogLine.FIELD_BYTES_MAX);
    }

    /** Whole code points of every kind, so that a reader gets back what went in. */
    private static String anyText(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(20);
        for (int i = 0; i < length; i++) {
            int point =
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(0x20);
                        case 1 -> random.nextInt(0x100);
                        case 2 -> random.nextInt(0xd800);
                        default -> 0x10000 + random.nextInt(0x100000);
                    };
            text.appendCodePoint(point);
        }
        return text.toString();
    }

    private static String text(LogLine line) {
        return new String(line.bytes(), 0, line.length(), StandardCharsets.UTF_8);
    }
}
