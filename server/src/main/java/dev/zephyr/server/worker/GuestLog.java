// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.worker.OutputParser.Span;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What guests say, in the server's log: each line with the route that it came from, and without
 * characters that could forge a line or steer a terminal. Thread-safe.
 */
final class GuestLog {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.guest");

    private GuestLog() {}

    /** Logs a run's standard error. */
    static void errors(String route, RunResult result) {
        if (result.stderrLength() > 0) {
            lines(route, result.stderr(), 0, result.stderrLength());
        }
    }

    /** Logs what stood around the document on standard output; nothing if it stood alone. */
    static void strayOutput(String route, RunResult result, @Nullable Span span) {
        if (span != null) {
            lines(route, result.stdout(), 0, span.start());
            lines(route, result.stdout(), span.end(), result.stdoutLength());
        }
    }

    private static void lines(String route, byte[] bytes, int start, int end) {
        String text = new String(bytes, start, end - start, StandardCharsets.UTF_8);
        text.lines()
                .filter(line -> !line.isBlank())
                .forEach(line -> LOG.log(Level.INFO, "[{0}] {1}", route, printable(line)));
    }

    /** Control characters as escapes. */
    static String printable(String line) {
        StringBuilder printable = null;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean steers =
                    (Character.isISOControl(c) && c != '\t') || c == '\u2028' || c == '\u2029';
            if (steers && printable == null) {
                printable = new StringBuilder(line.length() + 16).append(line, 0, i);
            }
            if (printable != null) {
                if (steers) {
                    printable.append(String.format("\\u%04x", (int) c));
                } else {
                    printable.append(c);
                }
            }
        }
        return printable == null ? line : printable.toString();
    }
}
