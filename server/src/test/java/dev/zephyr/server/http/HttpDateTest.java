// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpDateTest {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final HttpDate FIRST = HttpDate.of(Instant.parse("2026-11-01T12:00:00Z"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 01 Nov 2026 12:00:00 GMT",
                "Sunday, 01-Nov-26 12:00:00 GMT",
                "Sun Nov  1 12:00:00 2026",
                "Sun Nov 01 12:00:00 2026"
            })
    void allThreeFormsAreRead(String text) {
        assertThat(HttpDate.parse(text, NOW)).isEqualTo(FIRST);
    }

    @Test
    void dayOfMonthIsWrittenWithTwoDigits() {
        assertThat(FIRST.format()).isEqualTo("Sun, 01 Nov 2026 12:00:00 GMT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "Sun, 1 Nov 2026 12:00:00 GMT",
                "Sun, 01 Nov 2026 12:00:00",
                "Sun, 01 Nov 2026 12:00:00 UTC",
                "Sun, 01 nov 2026 12:00:00 GMT",
                "Sun, 32 Nov 2026 12:00:00 GMT",
                "Mon, 30 Feb 2026 12:00:00 GMT",
                "Sun, 01 Nov 2026 24:00:00 GMT",
                "Sun, 01 Nov 2026 12:60:00 GMT",
                "Sun, 01 Nov 2026 12:00:61 GMT",
                "Sun, 01 Nov 2026 12:00:00 GMT, Sun, 01 Nov 2026 12:00:00 GMT",
                "Sun Nov  0 12:00:00 2026",
                "\u0661\u0662, 01 Nov 2026 12:00:00 GMT"
            })
    void anythingElseIsNoDate(String text) {
        assertThat(HttpDate.parse(text, NOW)).isNull();
    }

    @Test
    void twoDigitYearMoreThanFiftyYearsAheadIsThePast() {
        assertThat(HttpDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", NOW))
                .isEqualTo(HttpDate.of(Instant.parse("1994-11-06T08:49:37Z")));
        assertThat(HttpDate.parse("Sunday, 06-Nov-76 08:49:37 GMT", NOW))
                .isEqualTo(HttpDate.of(Instant.parse("2076-11-06T08:49:37Z")));
        assertThat(HttpDate.parse("Sunday, 06-Nov-77 08:49:37 GMT", NOW))
                .isEqualTo(HttpDate.of(Instant.parse("1977-11-06T08:49:37Z")));
    }

    @Test
    void leapSecondCountsAsTheLastSecondOfItsMinute() {
        assertThat(HttpDate.parse("Sat, 31 Dec 2016 23:59:60 GMT", NOW))
                .isEqualTo(HttpDate.of(Instant.parse("2016-12-31T23:59:59Z")));
    }

    @Test
    void writtenAsThePlatformWritesItAndReadBack() {
        DateTimeFormatter imf =
                DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            HttpDate date = new HttpDate(random.nextLong(-62_135_596_800L, 253_402_300_800L));
            String text = date.format();
            Instant instant = Instant.ofEpochSecond(date.epochSecond());
            assertThat(text).isEqualTo(imf.format(instant.atOffset(ZoneOffset.UTC)));
            assertThat(HttpDate.parse(text, NOW)).isEqualTo(date);
        }
    }
}
