// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The text format of WebAssembly before it has a meaning: lists, words and strings. Immutable. */
sealed interface SExpr {

    /** {@code (head item item)}. */
    record Group(List<SExpr> items) implements SExpr {

        String head() {
            return items.getFirst() instanceof Word word ? word.text() : "";
        }

        List<SExpr> rest() {
            return items.subList(1, items.size());
        }
    }

    /** A keyword, a number or a {@code $name}. */
    record Word(String text) implements SExpr {}

    /** A string, with its escapes resolved to bytes. */
    record Text(byte[] bytes) implements SExpr {

        String name() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** Parses one expression. */
    static Group parse(String source) {
        return (Group) new Reader(source).next();
    }

    /** Reads expressions from a text. Confined to one thread. */
    final class Reader {

        private final String source;
        private int position;

        Reader(String source) {
            this.source = source;
        }

        SExpr next() {
            skipBlanks();
            return switch (source.charAt(position)) {
                case '(' -> group();
                case '"' -> text();
                default -> word();
            };
        }

        private void skipBlanks() {
            while (position < source.length()) {
                if (source.startsWith(";;", position)) {
                    position = source.indexOf('\n', position);
                } else if (Character.isWhitespace(source.charAt(position))) {
                    position++;
                } else {
                    return;
                }
            }
        }

        private Group group() {
            position++;
            List<SExpr> items = new ArrayList<>();
            skipBlanks();
            while (source.charAt(position) != ')') {
                items.add(next());
                skipBlanks();
            }
            position++;
            return new Group(items);
        }

        private Text text() {
            var bytes = new ByteArrayOutputStream();
            position++;
            while (source.charAt(position) != '"') {
                char next = source.charAt(position++);
                if (next == '\\') {
                    bytes.write(Integer.parseInt(source, position, position + 2, 16));
                    position += 2;
                } else {
                    bytes.writeBytes(String.valueOf(next).getBytes(StandardCharsets.UTF_8));
                }
            }
            position++;
            return new Text(bytes.toByteArray());
        }

        private Word word() {
            int start = position;
            while (position < source.length() && " \t\r\n()".indexOf(source.charAt(position)) < 0) {
                position++;
            }
            return new Word(source.substring(start, position));
        }
    }
}
