// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line that holds an {@link Entry}: a JSON object (RFC 8259) with exactly its three
 * strings, in any order. Confined to the main thread.
 */
final class EntryParser {

    private static final Set<String> NAMES = Set.of("namespace", "key", "value");

    private static final String ESCAPED = "\"\\/bfnrt";
    private static final String MEANT = "\"\\/\b\f\n\r\t";

    private static final int HEX_DIGITS = 4;

    private final String line;
    private int at;

    EntryParser(String line) {
        this.line = line;
    }

    /** Where reading stopped, from 1. */
    int column() {
        return at + 1;
    }

    /** Null if the line holds something else. */
    @Nullable Entry entry() {
        Map<String, String> members = new HashMap<>();
        boolean isMember = isNext('{');
        while (isMember) {
            String name = string();
            if (name == null || !NAMES.contains(name) || !isNext(':')) {
                return null;
            }
            String text = string();
            if (text == null || members.put(name, text) != null) {
                return null;
            }
            isMember = isNext(',');
        }
        String namespace = members.get("namespace");
        String key = members.get("key");
        String value = members.get("value");
        boolean isWhole = isNext('}') && isAtEnd();
        return isWhole && namespace != null && key != null && value != null
                ? new Entry(namespace, key, value)
                : null;
    }

    private boolean isAtEnd() {
        skipSpace();
        return at == line.length();
    }

    private boolean isNext(char expected) {
        skipSpace();
        boolean isThere = at < line.length() && line.charAt(at) == expected;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private void skipSpace() {
        while (at < line.length() && " \t\r\n".indexOf(line.charAt(at)) >= 0) {
            at++;
        }
    }

    /** Null if there is none, or it does not end. */
    private @Nullable String string() {
        if (!isNext('"')) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        while (at < line.length()) {
            char c = line.charAt(at);
            if (c < ' ') {
                return null;
            }
            at++;
            if (c == '"') {
                return text.toString();
            }
            if (c != '\\') {
                text.append(c);
            } else if (!isEscapeRead(text)) {
                return null;
            }
        }
        return null;
    }

    private boolean isEscapeRead(StringBuilder text) {
        if (at == line.length()) {
            return false;
        }
        char letter = line.charAt(at++);
        if (letter == 'u') {
            return isCodeUnitRead(text);
        }
        int index = ESCAPED.indexOf(letter);
        if (index >= 0) {
            text.append(MEANT.charAt(index));
        }
        return index >= 0;
    }

    private boolean isCodeUnitRead(StringBuilder text) {
        int unit = 0;
        for (int i = 0; i < HEX_DIGITS; i++) {
            char c = at < line.length() ? line.charAt(at) : 'x';
            int digit = c < 0x80 ? Character.digit(c, 16) : -1; // no digits of other scripts
            if (digit < 0) {
                return false;
            }
            unit = 16 * unit + digit;
            at++;
        }
        text.append((char) unit);
        return true;
    }
}
