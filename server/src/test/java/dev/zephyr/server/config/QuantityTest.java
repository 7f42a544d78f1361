// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

    @ParameterizedTest
    @CsvSource({
        "0s, PT0S, 0ns",
        "1us, PT0.000001S, 1us",
        "500ms, PT0.5S, 500ms",
        "1500ms, PT1.5S, 1500ms",
        "5s, PT5S, 5s",
        "90s, PT90S, 90s",
        "60 s, PT60S, 1m",
        "2M, PT2M, 2m",
        "24h, PT24H, 1d",
    })
    void timeSpanIsANumberAndAUnit(String text, Duration span, String shortest) {
        assertThat(Quantity.duration(text)).isEqualTo(span);
        assertThat(Quantity.format(span)).isEqualTo(shortest);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0B",
        "7, 7, 7B",
        "7B, 7, 7B",
        "64KiB, 65536, 64KiB",
        "64kib, 65536, 64KiB",
        "1024 KiB, 1048576, 1MiB",
        "1MB, 1000000, 1000000B",
        "2GiB, 2147483648, 2GiB",
    })
    void sizeIsANumberAndAUnit(String text, long bytes, String shortest) {
        assertThat(Quantity.bytes(text)).isEqualTo(bytes);
        assertThat(Quantity.format(bytes)).isEqualTo(shortest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "s",
                "5",
                "-5s",
                "1.5s",
                "5x",
                "5s5",
                "9999999999999s",
                "999999999999d",
                "\u0665s"
            })
    void otherTextIsNoTimeSpan(String text) {
        assertThat(Quantity.duration(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "B", "-5", "1.5MiB", "5s", "5MiBs", "999999999999GiB", "0x10"})
    void otherTextIsNoSize(String text) {
        assertThat(Quantity.bytes(text)).isNull();
    }
}
