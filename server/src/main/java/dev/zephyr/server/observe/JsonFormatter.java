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
        line.append(",\"").append(name).append("\":\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> line.append("\\\"");
                case '\\' -> line.append("\\\\");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (c < 0x20
                            || c == 0x7f
                            || (Character.isSurrogate(c) && !isPaired(value, i))) {
                        line.append(String.format("\\u%04x", (int) c));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
        line.append('"');
    }

    private static boolean isPaired(String value, int i) {
        return Character.isHighSurrogate(value.charAt(i))
                ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
    }
}
