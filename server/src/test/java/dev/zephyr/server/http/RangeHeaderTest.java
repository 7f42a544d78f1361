// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RangeHeaderTest {

    private static RangeSelection select(String value, long length) {
        RangeHeader header = RangeHeader.parse(value);
        return header == null ? RangeSelection.WHOLE : header.select(length);
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-99, 0, 99",
        "bytes=900-, 900, 999",
        "bytes=-100, 900, 999",
        "bytes=-5000, 0, 999",
        "bytes=0-5000, 0, 999",
        "bytes=999-999, 999, 999",
        "bytes=0-0, 0, 0",
        "BYTES=0-1, 0, 1",
        "'bytes=,0-1,', 0, 1",
        "bytes=0-18446744073709551616, 0, 999",
        "bytes=-18446744073709551616, 0, 999",
        "bytes=0000000000000000000000-9, 0, 9",
        "'bytes=0-1,2000-3000', 0, 1",
        "'bytes=0-99,50-149', 0, 149",
        "'bytes=0-99,100-199', 0, 199",
        "'bytes=0-99 ,\t10-19', 0, 99",
    })
    void oneRangeRemains(String value, long first, long last) {
        assertThat(select(value, 1000))
                .isEqualTo(new RangeSelection.Single(new ByteRange(first, last)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes=-0",
                "bytes=1000-",
                "bytes=2000-,3000-",
                "bytes=9223372036854775808-",
                "bytes=-0,1000-1001"
            })
    void nothingThereIsUnsatisfiable(String value) {
        assertThat(select(value, 1000)).isEqualTo(RangeSelection.UNSATISFIABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "items=0-1",
                "bytes=5-2",
                "bytes=0-0,5-2",
                "bytes: 0-1",
                "bytes=abc",
                "bytes=",
                "bytes=,",
                "bytes=-",
                "bytes=0--1",
                "bytes=--1",
                "bytes=+1-2",
                "bytes=1-+2",
                "bytes=0x0-1",
                "bytes=1",
                "0-1",
                "bytes= 0-1",
                "bytes =0-1",
                "bytes=0 -1",
                "bytes=0- 1",
                "bytes=\u0661-\u0662",
                "bytes=1-2-3",
                "bytes"
            })
    void anythingElseIsIgnored(String value) {
        assertThat(RangeHeader.parse(value)).isNull();
    }

    @Test
    void emptyContentIsSentWholeWhateverIsAsked() {
        assertThat(select("bytes=0-", 0)).isEqualTo(RangeSelection.WHOLE);
        assertThat(select("bytes=-1", 0)).isEqualTo(RangeSelection.WHOLE);
    }

    @Test
    void severalRangesKeepTheOrderAskedFor() {
        assertThat(select("bytes=200-299,0-99,250-399", 1000))
                .isEqualTo(
                        new RangeSelection.Several(
                                List.of(new ByteRange(200, 399), new ByteRange(0, 99))));
    }

    @Test
    void floodsAreAnsweredWhole() {
        String disjoint =
                IntStream.range(0, 17)
                        .mapToObj(i -> 4 * i + "-" + 4 * i)
                        .collect(Collectors.joining(","));
        assertThat(select("bytes=" + disjoint, 1000)).isEqualTo(RangeSelection.WHOLE);
        String many = "0-0,".repeat(RangeHeader.SPECS_MAX + 1);
        assertThat(RangeHeader.parse("bytes=" + many)).isNull();
        assertThat(select("bytes=" + "0-0,".repeat(RangeHeader.SPECS_MAX), 1000))
                .isEqualTo(new RangeSelection.Single(new ByteRange(0, 0)));
    }

    @Test
    void floodOfRangesIsNoRange() {
        String flood = "bytes=" + "9".repeat(32_000) + "-," + "0-,".repeat(10_000);
        assertThat(RangeHeader.parse(flood)).isNull();
    }

    /** The oracle: which bytes of the content are asked for, one by one; null if all are to go. */
    private static @Nullable NavigableSet<Integer> oracle(String value, int length) {
        if (length == 0 || !value.toLowerCase(java.util.Locale.ROOT).startsWith("bytes=")) {
            return null;
        }
        TreeSet<Integer> bytes = new TreeSet<>();
        boolean any = false;
        for (String member : value.substring(6).split(",", -1)) {
            String spec = member.strip();
            if (spec.isEmpty()) {
                continue;
            }
            if (!spec.matches("[0-9]+-[0-9]*|-[0-9]+")) {
                return null;
            }
            any = true;
            String[] ends = spec.split("-", -1);
            long first =
                    ends[0].isEmpty() ? length - Long.parseLong(ends[1]) : Long.parseLong(ends[0]);
            long last =
                    ends[0].isEmpty() || ends[1].isEmpty() ? length - 1 : Long.parseLong(ends[1]);
            if (!ends[0].isEmpty() && !ends[1].isEmpty() && last < first) {
                return null;
            }
            for (long b = Math.max(0, first); b <= Math.min(last, length - 1); b++) {
                bytes.add((int) b);
            }
        }
        return any ? bytes : null;
    }

    @Test
    void randomRangesSelectTheBytesThatTheOracleSelects() {
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 50_000; i++) {
            int length = random.nextInt(60);
            String value = randomValue(random, length);
            NavigableSet<Integer> expected = oracle(value, length);
            RangeSelection selection = select(value, length);
            List<ByteRange> ranges =
                    switch (selection) {
                        case RangeSelection.Whole _ -> List.of();
                        case RangeSelection.Unsatisfiable _ -> List.of();
                        case RangeSelection.Single(var range) -> List.of(range);
                        case RangeSelection.Several(var several) -> several;
                    };
            List<Integer> selected = new ArrayList<>();
            for (ByteRange range : ranges) {
                for (long b = range.first(); b <= range.last(); b++) {
                    selected.add((int) b);
                }
            }
            if (expected == null) {
                assertThat(selection).as(value).isEqualTo(RangeSelection.WHOLE);
            } else if (expected.isEmpty()) {
                assertThat(selection).as(value).isEqualTo(RangeSelection.UNSATISFIABLE);
            } else {
                assertThat(selected).as(value + " of " + length).doesNotHaveDuplicates();
                assertThat(new TreeSet<>(selected)).as(value + " of " + length).isEqualTo(expected);
            }
        }
    }

    private static String randomValue(SplittableRandom random, int length) {
        StringBuilder value = new StringBuilder(random.nextInt(20) == 0 ? "Bytes=" : "bytes=");
        int specs = 1 + random.nextInt(4);
        for (int i = 0; i < specs; i++) {
            value.append(i == 0 ? "" : random.nextInt(4) == 0 ? " , " : ",");
            int first = random.nextInt(length + 5);
            switch (random.nextInt(8)) {
                case 0 -> value.append('-').append(first);
                case 1 -> value.append(first).append('-');
                case 2 -> value.append(first).append('-').append(random.nextInt(length + 5));
                case 3 -> value.append(random.nextInt(10) == 0 ? "x" : "");
                default ->
                        value.append(first).append('-').append(first + random.nextInt(length + 5));
            }
        }
        return value.toString();
    }
}
