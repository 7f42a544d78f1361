// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.Preconditions.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PreconditionsTest {

    private static final Instant MODIFIED = Instant.parse("2026-11-01T12:00:00Z");
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Validators CURRENT =
            new Validators(EntityTag.strong("E"), HttpDate.of(MODIFIED));

    private static final List<String> TAGS =
            List.of("\"E\"", "W/\"E\"", "\"x\"", "\"x\", \"E\"", "*", "zzz", "\"");
    private static final List<Boolean> STRONG_MATCH =
            List.of(true, false, false, true, true, false, false);
    private static final List<Boolean> WEAK_MATCH =
            List.of(true, true, false, true, true, false, false);
    private static final List<String> DATES =
            List.of(
                    "Sun, 01 Nov 2026 11:59:59 GMT",
                    "Sun, 01 Nov 2026 12:00:00 GMT",
                    "Sun, 01 Nov 2026 12:00:01 GMT",
                    "yesterday");

    /** Section 13.2.2 as its own steps say it; -1 is an absent field. */
    private static Outcome table(int match, int unmodified, int none, int modified, boolean safe) {
        if (match >= 0 && !STRONG_MATCH.get(match)) {
            return Outcome.FAILED;
        }
        if (match < 0 && unmodified == 0) {
            return Outcome.FAILED;
        }
        if (none >= 0 && WEAK_MATCH.get(none)) {
            return safe ? Outcome.NOT_MODIFIED : Outcome.FAILED;
        }
        if (none < 0 && safe && (modified == 1 || modified == 2)) {
            return Outcome.NOT_MODIFIED;
        }
        return Outcome.PROCEED;
    }

    @Test
    void everyCombinationOfConditionsFollowsTheTable() {
        for (int match = -1; match < TAGS.size(); match++) {
            for (int unmodified = -1; unmodified < DATES.size(); unmodified++) {
                for (int none = -1; none < TAGS.size(); none++) {
                    for (int modified = -1; modified < DATES.size(); modified++) {
                        for (boolean safe : new boolean[] {true, false}) {
                            List<String> fields = new ArrayList<>();
                            add(fields, "If-Match", TAGS, match);
                            add(fields, "If-Unmodified-Since", DATES, unmodified);
                            add(fields, "If-None-Match", TAGS, none);
                            add(fields, "If-Modified-Since", DATES, modified);
                            assertThat(conditions(fields).evaluate(CURRENT, safe))
                                    .as(fields + " " + safe)
                                    .isEqualTo(table(match, unmodified, none, modified, safe));
                        }
                    }
                }
            }
        }
    }

    private static void add(List<String> fields, String name, List<String> values, int index) {
        if (index >= 0) {
            fields.add(name);
            fields.add(values.get(index));
        }
    }

    private static Preconditions conditions(List<String> fields) {
        return new Preconditions(Headers.of(fields.toArray(String[]::new)), NOW);
    }

    private static boolean rangeCounts(String... ifRange) {
        List<String> fields = new ArrayList<>();
        for (String value : ifRange) {
            fields.add("If-Range");
            fields.add(value);
        }
        return conditions(fields).rangeCounts(CURRENT);
    }

    @Test
    void ifRangeNeedsTheStrongTagOrTheExactDate() {
        assertThat(rangeCounts()).isTrue();
        assertThat(rangeCounts("\"E\"")).isTrue();
        assertThat(rangeCounts(DATES.get(1))).isTrue();
        for (String other :
                List.of(
                        "\"x\"",
                        "W/\"E\"",
                        "E",
                        "\"E",
                        "E\"",
                        "garbage",
                        "",
                        "*",
                        "\"E\", \"x\"")) {
            assertThat(rangeCounts(other)).as(other).isFalse();
        }
        assertThat(rangeCounts(DATES.get(0))).isFalse();
        assertThat(rangeCounts(DATES.get(2))).isFalse();
        assertThat(rangeCounts("\"E\"", "\"E\"")).isFalse();
    }

    @Test
    void dateOfTheRunningSecondIsNoStrongValidator() {
        Headers headers = Headers.of("If-Range", DATES.get(1));
        assertThat(new Preconditions(headers, MODIFIED.plusMillis(999)).rangeCounts(CURRENT))
                .isFalse();
        assertThat(new Preconditions(headers, MODIFIED.plusMillis(1000)).rangeCounts(CURRENT))
                .isTrue();
    }

    @Test
    void twoDatesAreNone() {
        List<String> fields =
                List.of("If-Modified-Since", DATES.get(1), "If-Modified-Since", DATES.get(1));
        assertThat(conditions(fields).evaluate(CURRENT, true)).isEqualTo(Outcome.PROCEED);
    }

    @Test
    void weakCurrentTagNeverMatchesStrongly() {
        Validators weak = new Validators(new EntityTag("E", true), HttpDate.of(MODIFIED));
        assertThat(conditions(List.of("If-Match", "W/\"E\"")).evaluate(weak, true))
                .isEqualTo(Outcome.FAILED);
        assertThat(conditions(List.of("If-Range", "\"E\"")).rangeCounts(weak)).isFalse();
        assertThat(conditions(List.of("If-None-Match", "\"E\"")).evaluate(weak, true))
                .isEqualTo(Outcome.NOT_MODIFIED);
    }

    @Test
    void noFieldValueMakesAnyParserThrow() {
        SplittableRandom random = new SplittableRandom(3);
        String alphabet = "\"W/E*,; =-0129bytesgzipq.GMTNovSun:\t\u00fc\u0661";
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(24); n > 0; n--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String value = text.toString();
            EntityTagList.parse(value);
            EntityTag.parse(value);
            HttpDate.parse(value, NOW);
            AcceptEncoding.parse(value);
            RangeHeader header = RangeHeader.parse("bytes=" + value);
            if (header != null) {
                header.select(1 + random.nextInt(100));
            }
            rangeCounts(value);
        }
    }
}
