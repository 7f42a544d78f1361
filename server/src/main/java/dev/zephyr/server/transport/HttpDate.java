// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The {@code Date} field line, made once a second (RFC 9110 section 6.6.1). Confined to one event
 * loop.
 */
final class HttpDate {

    /** The JDK's RFC 1123 format has days of one digit, which HTTP has not. */
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private final InstantSource clock;
    private long second;
    private byte[] line;

    HttpDate(InstantSource clock) {
        this.clock = clock;
        this.second = clock.instant().getEpochSecond();
        this.line = encode(second);
    }

    /** Looks at the clock. */
    void update() {
        long now = Math.floorDiv(clock.millis(), 1000L);
        if (now != second) {
            second = now;
            line = encode(now);
        }
    }

    /** {@code Date: …} with its CR LF; not to be changed. */
    byte[] line() {
        return line;
    }

    private static byte[] encode(long second) {
        String date = FORMAT.format(Instant.ofEpochSecond(second));
        return ("Date: " + date + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
