// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The time of a line, made to text once a second. Confined to the connection's event loop. */
final class LogClock {

    private static final long MILLIS_PER_SECOND = 1000;

    private final InstantSource clock;
    private final DateTimeFormatter format;
    private long second = Long.MIN_VALUE;
    private long millis;
    private byte[] text = {};

    private LogClock(InstantSource clock, DateTimeFormatter format) {
        this.clock = clock;
        this.format = format;
    }

    /** As NCSA's common log format has it. */
    static LogClock common(InstantSource clock, ZoneId zone) {
        return new LogClock(
                clock,
                DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(zone));
    }

    /** As RFC 3339 has it, without the fraction and the zone. */
    static LogClock universal(InstantSource clock) {
        return new LogClock(
                clock,
                DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT)
                        .withZone(ZoneId.of("UTC")));
    }

    /** The second that it is now. */
    byte[] now() {
        millis = clock.millis();
        long current = Math.floorDiv(millis, MILLIS_PER_SECOND);
        if (current != second) {
            second = current;
            text =
                    format.format(Instant.ofEpochSecond(current))
                            .getBytes(StandardCharsets.US_ASCII);
        }
        return text;
    }

    /** The milliseconds of the second that {@link #now} told. */
    long millisOfSecond() {
        return Math.floorMod(millis, MILLIS_PER_SECOND);
    }
}
