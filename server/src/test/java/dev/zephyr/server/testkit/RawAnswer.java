// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer as it came over the wire. Immutable.
 *
 * @param status from the status line
 * @param lines the field lines as they came, without the line ends
 * @param body content
 */
public record RawAnswer(int status, List<String> lines, byte[] body) {

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");

    static RawAnswer of(String head, byte[] body) {
        List<String> lines = new ArrayList<>(head.strip().lines().toList());
        Matcher status = STATUS.matcher(lines.removeFirst() + " ");
        if (!status.lookingAt()) {
            throw new AssertionError("not a status line: " + head);
        }
        return new RawAnswer(Integer.parseInt(status.group(1)), List.copyOf(lines), body);
    }

    /** The first value of a field, by its lower-case name. */
    public String header(String lowerCaseName, String otherwise) {
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (line.substring(0, colon).toLowerCase(Locale.ROOT).equals(lowerCaseName)) {
                return line.substring(colon + 1).strip();
            }
        }
        return otherwise;
    }

    /** The content as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The status of every answer in some bytes, in order. */
    public static List<Integer> statuses(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return STATUS.matcher(text)
                .results()
                .map(result -> Integer.valueOf(result.group(1)))
                .toList();
    }
}
