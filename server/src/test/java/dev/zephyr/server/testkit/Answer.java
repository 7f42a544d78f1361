// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One response, taken apart without any leniency of a client library. Immutable. */
public final class Answer {

    private final int status;
    private final List<String[]> fields = new ArrayList<>();
    private final byte[] body;

    private Answer(String head, byte[] body) {
        String[] lines = head.split("\r\n", -1);
        this.status = Integer.parseInt(lines[0].split(" ", -1)[1]);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            fields.add(
                    new String[] {
                        lines[i].substring(0, colon), lines[i].substring(colon + 1).strip()
                    });
        }
        this.body = "chunked".equals(first("transfer-encoding")) ? dechunked(body) : body;
    }

    /** Reads the one response that a connection carried until its end. */
    public static Answer parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new AssertionError("no response: \"" + text + "\"");
        }
        byte[] body = new byte[bytes.length - end - 4];
        System.arraycopy(bytes, end + 4, body, 0, body.length);
        return new Answer(text.substring(0, end), body);
    }

    public int status() {
        return status;
    }

    public byte[] body() {
        return body;
    }

    /** The content as UTF-8 text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The first value of a field. */
    public @Nullable String first(String name) {
        List<String> values = all(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    /** Every value of a field. */
    public List<String> all(String name) {
        return fields.stream()
                .filter(field -> field[0].equalsIgnoreCase(name))
                .map(field -> field[1])
                .toList();
    }

    private static byte[] dechunked(byte[] bytes) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        int at = 0;
        while (true) {
            int line = at;
            while (bytes[line] != '\r') {
                line++;
            }
            int size =
                    Integer.parseInt(
                            new String(bytes, at, line - at, StandardCharsets.US_ASCII), 16);
            if (size == 0) {
                return content.toByteArray();
            }
            content.write(bytes, line + 2, size);
            at = line + 2 + size + 2;
        }
    }
}
