// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RustDurationTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0ns",
        "999, 999ns",
        "1000, 1µs",
        "1500, 1.5µs",
        "999999, 999.999µs",
        "1000000, 1ms",
        "108828250, 108.82825ms",
        "100000000, 100ms",
        "1000000000, 1s",
        "2690000000, 2.69s",
        "61000000001, 61.000000001s",
    })
    void isPrintedInTheLargestUnitThatFits(long nanos, String text) {
        assertThat(RustDuration.format(Duration.ofNanos(nanos))).isEqualTo(text);
    }
}
