// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** A line for people: time, level, message. Thread-safe. */
final class TextFormatter extends Formatter {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    @Override
    public String format(LogRecord message) {
        StringBuilder line = new StringBuilder(120);
        TIME.formatTo(message.getInstant(), line);
        String level = Logs.name(message.getLevel());
        line.append(' ').append(level).append(" ".repeat(6 - level.length()));
        line.append(oneLine(formatMessage(message)));
        Throwable thrown = message.getThrown();
        if (thrown != null) {
            line.append(": ").append(oneLine(thrown.toString()));
        }
        line.append('\n');
        // A trace is for defects, which are errors; for what a person got wrong it is noise.
        if (thrown != null && message.getLevel().intValue() >= Level.SEVERE.intValue()) {
            line.append(trace(thrown));
        }
        return line.toString();
    }

    static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** A message can't forge a second line. */
    private static String oneLine(String text) {
        return text.indexOf('\n') < 0 && text.indexOf('\r') < 0
                ? text
                : text.replace("\r", "\\r").replace("\n", "\\n");
    }
}
