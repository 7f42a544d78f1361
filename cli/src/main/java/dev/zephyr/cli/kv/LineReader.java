// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of UTF-8, none of them endless. Confined to the main thread. */
final class LineReader implements AutoCloseable {

    /** Room for the largest entry of any store with every character escaped. */
    static final int LINE_CHARS_MAX = 16 << 20;

    private final Reader reader;
    private final StringBuilder line = new StringBuilder();

    LineReader(InputStream in) {
        // A decoder of its own: the reader's would put U+FFFD in place of what is not UTF-8.
        reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
    }

    /**
     * The next line without its end; null after the last.
     *
     * @throws IOException if it can't be read, is too long or is not UTF-8
     */
    @Nullable String next() throws IOException {
        line.setLength(0);
        try {
            int c = reader.read();
            if (c < 0) {
                return null;
            }
            while (c >= 0 && c != '\n') {
                if (line.length() == LINE_CHARS_MAX) {
                    throw new IOException(
                            "too long (expected: <= " + LINE_CHARS_MAX + " characters)");
                }
                line.append((char) c);
                c = reader.read();
            }
            return line.toString();
        } catch (CharacterCodingException e) {
            throw new IOException("not UTF-8", e);
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
