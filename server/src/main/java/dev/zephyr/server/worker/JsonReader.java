// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads JSON (RFC 8259) from UTF-8 bytes, token by token, strictly. Confined to one thread.
 *
 * <p>A lone surrogate written as an escape is kept, since a key or value of a namespace may hold
 * one; broken UTF-8 is an error, and so is anything else that the grammar does not allow.
 */
final class JsonReader {

    /** Depth of arrays and objects in a value that is skipped. */
    static final int NESTING_MAX = 200;

    /**
     * Not JSON, or not of the expected type. No trace: a worker can cause it as often as it likes.
     */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        Malformed(String reason) {
            super(reason, null, false, false);
        }
    }

    private final byte[] bytes;
    private final int end;
    private int at;

    JsonReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    /** Where the next token is looked for. */
    int position() {
        return at;
    }

    /** The next byte that is not white space, without taking it; -1 at the end. */
    int peek() {
        while (at < end) {
            byte b = bytes[at];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b & 0xff;
            }
            at++;
        }
        return -1;
    }

    /** Takes {@code ascii} if it is next. */
    boolean take(char ascii) {
        if (peek() == ascii) {
            at++;
            return true;
        }
        return false;
    }

    void expect(char ascii) throws Malformed {
        if (!take(ascii)) {
            throw unexpected("'" + ascii + "'");
        }
    }

    /** The error for what is next. */
    Malformed unexpected(String expected) {
        int next = peek();
        String seen = next < 0 ? "the end" : "'" + (next < 0x80 ? (char) next : '?') + "'";
        return new Malformed("byte " + at + ": " + seen + " (expected: " + expected + ")");
    }

    String string() throws Malformed {
        expect('"');
        int start = at;
        int highBits = 0;
        while (at < end) {
            byte b = bytes[at];
            if (b == '"') {
                String text =
                        highBits >= 0
                                ? new String(bytes, start, at - start, StandardCharsets.ISO_8859_1)
                                : utf8(start, at, new StringBuilder()).toString();
                at++;
                return text;
            }
            if (b == '\\') {
                return escaped(start);
            }
            if (b >= 0 && b < 0x20) {
                throw unexpectedControl();
            }
            highBits |= b;
            at++;
        }
        throw unexpected("'\"'");
    }

    /** The rest of a string from its first escape on. */
    private String escaped(int start) throws Malformed {
        StringBuilder text = utf8(start, at, new StringBuilder(2 * (at - start) + 16));
        int run = at;
        while (at < end) {
            byte b = bytes[at];
            if (b == '"') {
                utf8(run, at, text);
                at++;
                return text.toString();
            }
            if (b == '\\') {
                utf8(run, at, text);
                at++;
                text.append(escape());
                run = at;
            } else if (b >= 0 && b < 0x20) {
                throw unexpectedControl();
            } else {
                at++;
            }
        }
        throw unexpected("'\"'");
    }

    private char escape() throws Malformed {
        int letter = at < end ? bytes[at] : -1;
        at++;
        return switch (letter) {
            case '"', '\\', '/' -> (char) letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> fourHexDigits();
            default -> throw new Malformed("byte " + (at - 1) + ": unknown escape");
        };
    }

    private char fourHexDigits() throws Malformed {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = at < end ? Character.digit(bytes[at], 16) : -1;
            if (digit < 0) {
                throw new Malformed("byte " + at + ": bad escape (expected: four hex digits)");
            }
            value = value * 16 + digit;
            at++;
        }
        return (char) value;
    }

    private StringBuilder utf8(int from, int to, StringBuilder text) throws Malformed {
        if (from == to) {
            return text;
        }
        String run = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        // The decoder puts U+FFFD where the bytes are broken; only then is it worth a closer look.
        if (run.indexOf('\ufffd') >= 0 && !encodesTo(run, from, to)) {
            throw new Malformed("byte " + from + ": a string that is not UTF-8");
        }
        return text.append(run);
    }

    private boolean encodesTo(String run, int from, int to) {
        byte[] again = run.getBytes(StandardCharsets.UTF_8);
        return Arrays.equals(again, 0, again.length, bytes, from, to);
    }

    private Malformed unexpectedControl() {
        return new Malformed(
                "byte " + at + ": a control character in a string (expected: \\u00xx)");
    }

    /** The text of a string, number or boolean. */
    String scalar() throws Malformed {
        int next = peek();
        if (next == '"') {
            return string();
        }
        int start = at;
        switch (next) {
            case 't' -> literal("true");
            case 'f' -> literal("false");
            default -> number();
        }
        return new String(bytes, start, at - start, StandardCharsets.ISO_8859_1);
    }

    void literal(String word) throws Malformed {
        peek();
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= end || bytes[at + i] != word.charAt(i)) {
                throw unexpected(word);
            }
        }
        at += word.length();
    }

    /** Passes a number; the text is from the old position to the new one. */
    private void number() throws Malformed {
        if (at < end && bytes[at] == '-') {
            at++;
        }
        if (at < end && bytes[at] == '0') {
            at++;
        } else {
            digits();
        }
        if (at < end && bytes[at] == '.') {
            at++;
            digits();
        }
        if (at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
            at++;
            if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            digits();
        }
    }

    private void digits() throws Malformed {
        int start = at;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        if (at == start) {
            throw unexpected("a value");
        }
    }

    /** Passes a value of any type. */
    void skip() throws Malformed {
        skip(0);
    }

    private void skip(int depth) throws Malformed {
        if (depth > NESTING_MAX) {
            throw new Malformed(
                    "byte " + at + ": nested too deep (expected: <= " + NESTING_MAX + ")");
        }
        if (take('{')) {
            for (boolean first = true; !take('}'); first = false) {
                separator(first);
                string();
                expect(':');
                skip(depth + 1);
            }
        } else if (take('[')) {
            for (boolean first = true; !take(']'); first = false) {
                separator(first);
                skip(depth + 1);
            }
        } else if (peek() == 'n') {
            literal("null");
        } else {
            scalar();
        }
    }

    /** Between members there is a comma, before the first there is none. */
    void separator(boolean first) throws Malformed {
        if (!first) {
            expect(',');
        }
    }
}
