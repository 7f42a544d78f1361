// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import java.math.BigDecimal;
import java.time.Duration;

/** A time span as Rust prints it for debugging, which is what wws prints: {@code 108.82825ms}. */
final class RustDuration {

    private RustDuration() {}

    static String format(Duration span) {
        long nanos = span.toNanos();
        if (nanos >= 1_000_000_000) {
            return scaled(nanos, 9) + "s";
        }
        if (nanos >= 1_000_000) {
            return scaled(nanos, 6) + "ms";
        }
        return nanos >= 1_000 ? scaled(nanos, 3) + "µs" : nanos + "ns";
    }

    private static String scaled(long nanos, int digits) {
        return BigDecimal.valueOf(nanos, digits).stripTrailingZeros().toPlainString();
    }
}
