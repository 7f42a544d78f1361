// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** A JSON object on a line (RFC 8259): time, level, logger, message, error. Thread-safe. */
final class JsonFormatter extends Formatter {

    @Override
    public String format(LogRecord message) {
        StringBuilder line = new StringBuilder(200);
        line.append("{\"time\":\"").append(message.getInstant()).append('"');
        field(line, "level", Logs.name(message.getLevel()));
        field(line, "logger", String.valueOf(message.getLoggerName()));
        field(line, "message", formatMessage(message));
        if (message.getThrown() != null) {
            field(line, "error", message.getThrown().toString());
            field(line, "trace", TextFormatter.trace(message.getThrown()));
        }
        return line.append("}\n").toString();
    }

    private static void field(StringBuilder line, String name, String value) {
        line.append(",\"").append(name).append("\":");
        JsonText.quote(line, value);
    }
}
