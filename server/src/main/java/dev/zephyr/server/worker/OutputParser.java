// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.worker.JsonReader.Malformed;
import dev.zephyr.server.worker.OutputDocument.Header;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a worker's standard output. Thread-safe.
 *
 * <p>The document is strict but for what workers in the field get wrong: a number or boolean where
 * a string is due is taken as its text, null content is empty, a header may have an array of
 * values, a missing {@code kv} changes nothing, and stray lines around the document are left to be
 * logged.
 */
final class OutputParser {

    /** How many lines that begin with a brace are tried when the output is not one document. */
    static final int CANDIDATE_LINES_MAX = 64;

    private static final int STATUS_MAX = 0xffff;

    /** What the output turned out to be. */
    sealed interface Parsed {

        /**
         * A document.
         *
         * @param span where it stands amid other text; null if it stood alone
         */
        record Document(OutputDocument document, @Nullable Span span) implements Parsed {}

        /** No document; the reason is for the worker's author. */
        record Unusable(String reason) implements Parsed {}
    }

    /** The bytes of the document inside the output. */
    record Span(int start, int end) {}

    private OutputParser() {}

    /** Reads {@code output[0, length)}. */
    static Parsed parse(byte[] output, int length) {
        JsonReader reader = new JsonReader(output, 0, length);
        if (reader.peek() < 0) {
            return new Parsed.Unusable("the output is empty (expected: a JSON object)");
        }
        Malformed problem;
        try {
            OutputDocument document = document(reader);
            if (reader.peek() < 0) {
                return new Parsed.Document(document, null);
            }
            problem = reader.unexpected("nothing after the JSON object");
        } catch (Malformed e) {
            problem = e;
        }
        Parsed found = lastDocument(output, length);
        return found == null ? new Parsed.Unusable(String.valueOf(problem.getMessage())) : found;
    }

    /** The last complete document that begins a line; null if there is none. */
    private static @Nullable Parsed lastDocument(byte[] output, int length) {
        int tried = 0;
        for (int i = length - 1; i >= 0 && tried < CANDIDATE_LINES_MAX; i--) {
            if (output[i] == '{' && (i == 0 || output[i - 1] == '\n')) {
                tried++;
                Parsed found = lastInRow(output, i, length);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Documents may follow each other without a line break: the last one counts. */
    private static @Nullable Parsed lastInRow(byte[] output, int start, int length) {
        Parsed last = null;
        int from = start;
        while (from < length && output[from] == '{') {
            JsonReader reader = new JsonReader(output, from, length);
            try {
                OutputDocument document = document(reader);
                last = new Parsed.Document(document, new Span(from, reader.position()));
                from = reader.position();
            } catch (Malformed e) {
                break;
            }
        }
        return last;
    }

    private static OutputDocument document(JsonReader reader) throws Malformed {
        if (!reader.take('{')) {
            throw reader.unexpected("a JSON object");
        }
        Fields fields = new Fields(reader);
        for (boolean first = true; !reader.take('}'); first = false) {
            reader.separator(first);
            String name = reader.string();
            reader.expect(':');
            fields.read(name);
        }
        return fields.finish();
    }

    /** The fields seen so far. Confined to one worker thread. */
    private static final class Fields {

        private final JsonReader reader;
        private @Nullable String data;
        private @Nullable List<Header> headers;
        private @Nullable Map<String, String> keyValue;
        private int status = -1;
        private boolean base64;

        Fields(JsonReader reader) {
            this.reader = reader;
        }

        void read(String name) throws Malformed {
            switch (name) {
                case "data" -> data = takeNull() ? "" : text("data");
                case "headers" -> headers = readHeaders();
                case "status" -> status = readStatus();
                case "kv" -> keyValue = takeNull() ? null : readMap();
                case "base64" -> base64 = readBoolean();
                default -> reader.skip();
            }
        }

        OutputDocument finish() throws Malformed {
            if (data == null) {
                throw new Malformed("missing field: data");
            }
            if (headers == null) {
                throw new Malformed("missing field: headers");
            }
            if (status < 0) {
                throw new Malformed("missing field: status");
            }
            if (hasLoneSurrogate(data)) {
                throw new Malformed("data: a lone surrogate (expected: Unicode text)");
            }
            return new OutputDocument(data, headers, status, keyValue, base64);
        }

        private boolean takeNull() throws Malformed {
            if (reader.peek() != 'n') {
                return false;
            }
            reader.literal("null");
            return true;
        }

        private List<Header> readHeaders() throws Malformed {
            object("headers");
            List<Header> list = new ArrayList<>();
            for (boolean first = true; !reader.take('}'); first = false) {
                reader.separator(first);
                String name = reader.string();
                reader.expect(':');
                if (!reader.take('[')) {
                    list.add(new Header(name, text(name)));
                    continue;
                }
                for (boolean one = true; !reader.take(']'); one = false) {
                    reader.separator(one);
                    list.add(new Header(name, text(name)));
                }
            }
            return list;
        }

        private int readStatus() throws Malformed {
            boolean digit = reader.peek() >= '0' && reader.peek() <= '9';
            String text = digit ? reader.scalar() : "not an integer";
            if (!digit
                    || text.length() > 5
                    || !text.matches("[0-9]+")
                    || Integer.parseInt(text) > STATUS_MAX) {
                throw new Malformed(
                        "status: " + text + " (expected: an integer from 0 to " + STATUS_MAX + ")");
            }
            return Integer.parseInt(text);
        }

        private Map<String, String> readMap() throws Malformed {
            object("kv");
            Map<String, String> map = new HashMap<>();
            for (boolean first = true; !reader.take('}'); first = false) {
                reader.separator(first);
                String name = reader.string();
                reader.expect(':');
                map.put(name, text(name));
            }
            return map;
        }

        private boolean readBoolean() throws Malformed {
            int next = reader.peek();
            if (next != 't' && next != 'f') {
                throw reader.unexpected("base64: true or false");
            }
            return reader.scalar().equals("true");
        }

        private String text(String name) throws Malformed {
            int next = reader.peek();
            if (next == '{' || next == '[' || next == 'n') {
                throw reader.unexpected(name + ": a string");
            }
            return reader.scalar();
        }

        private void object(String name) throws Malformed {
            if (!reader.take('{')) {
                throw reader.unexpected(name + ": an object");
            }
        }

        private static boolean hasLoneSurrogate(String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (Character.isSurrogate(c)) {
                    if (i + 1 == text.length()
                            || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
                        return true;
                    }
                    i++;
                }
            }
            return false;
        }
    }
}
