// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A date in a field (RFC 9110 section 5.6.7), to the second. Immutable.
 *
 * @param epochSecond seconds since 1970-01-01T00:00:00Z, of the years 1 to 9999
 */
public record HttpDate(long epochSecond) implements Comparable<HttpDate> {

    private static final List<String> DAYS =
            List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
    private static final List<String> MONTHS =
            List.of(
                    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
                    "Dec");

    private static final String MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    private static final String TIME = "([0-9]{2}):([0-9]{2}):([0-9]{2})";
    private static final Pattern IMF =
            Pattern.compile("[A-Z][a-z]{2}, ([0-9]{2}) " + MONTH + " ([0-9]{4}) " + TIME + " GMT");
    private static final Pattern RFC_850 =
            Pattern.compile(
                    "[A-Z][a-z]{5,8}, ([0-9]{2})-" + MONTH + "-([0-9]{2}) " + TIME + " GMT");
    private static final Pattern ASCTIME =
            Pattern.compile("[A-Z][a-z]{2} " + MONTH + " ([ 0-9][0-9]) " + TIME + " ([0-9]{4})");

    /** No field value that is worth reading is longer. */
    private static final int LENGTH_MAX = 40;

    /** The second that an instant is in. */
    public static HttpDate of(Instant instant) {
        return new HttpDate(instant.getEpochSecond());
    }

    /**
     * Reads any of the three forms; null if it is none of them.
     *
     * @param now decides the century of a two-digit year: more than 50 years ahead is the past
     */
    public static @Nullable HttpDate parse(String value, Instant now) {
        if (value.length() > LENGTH_MAX) {
            return null;
        }
        Matcher imf = IMF.matcher(value);
        if (imf.matches()) {
            return of(number(imf, 3), imf.group(2), number(imf, 1), imf, 4);
        }
        Matcher rfc850 = RFC_850.matcher(value);
        if (rfc850.matches()) {
            int year = year(number(rfc850, 3), now);
            return of(year, rfc850.group(2), number(rfc850, 1), rfc850, 4);
        }
        Matcher asctime = ASCTIME.matcher(value);
        if (asctime.matches()) {
            return of(number(asctime, 6), asctime.group(1), number(asctime, 2), asctime, 3);
        }
        return null;
    }

    /** The field value, in the form that all must send: {@code Sun, 01 Nov 2026 12:00:00 GMT}. */
    public String format() {
        LocalDateTime time = LocalDateTime.ofEpochSecond(epochSecond, 0, ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(29);
        text.append(DAYS.get(time.getDayOfWeek().getValue() - 1)).append(", ");
        twoDigits(text, time.getDayOfMonth());
        text.append(' ').append(MONTHS.get(time.getMonthValue() - 1)).append(' ');
        twoDigits(text, time.getYear() / 100);
        twoDigits(text, time.getYear() % 100);
        text.append(' ');
        twoDigits(text, time.getHour());
        text.append(':');
        twoDigits(text, time.getMinute());
        text.append(':');
        twoDigits(text, time.getSecond());
        return text.append(" GMT").toString();
    }

    @Override
    public int compareTo(HttpDate other) {
        return Long.compare(epochSecond, other.epochSecond);
    }

    private static @Nullable HttpDate of(
            int year, String month, int day, Matcher matcher, int hourGroup) {
        // A leap second is the last second of its minute to everything that keeps Unix time.
        int second = Math.min(59, number(matcher, hourGroup + 2));
        if (number(matcher, hourGroup + 2) > 60) {
            return null;
        }
        try {
            return new HttpDate(
                    LocalDateTime.of(
                                    year,
                                    MONTHS.indexOf(month) + 1,
                                    day,
                                    number(matcher, hourGroup),
                                    number(matcher, hourGroup + 1),
                                    second)
                            .toEpochSecond(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group).strip());
    }

    private static int year(int twoDigits, Instant now) {
        int thisYear = now.atOffset(ZoneOffset.UTC).getYear();
        int year = thisYear - thisYear % 100 + twoDigits;
        if (year > thisYear + 50) {
            return year - 100;
        }
        return year <= thisYear - 50 ? year + 100 : year;
    }

    private static void twoDigits(StringBuilder text, int number) {
        text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
