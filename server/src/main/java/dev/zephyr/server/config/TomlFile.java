// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;

/** Reads a TOML file whole. Thread-safe. */
final class TomlFile {

    /** Configuration is written by hand; what is larger is a mistake. */
    static final int BYTES_MAX = 1 << 20;

    /** What became of a file. */
    sealed interface Outcome {
        /** It is TOML, whatever its keys. */
        record Parsed(TomlSection root) implements Outcome {}

        /** There is no such file. */
        record Absent() implements Outcome {}

        /** It can't be read, or is no TOML; the findings say why. */
        record Unreadable() implements Outcome {}
    }

    private TomlFile() {}

    static Outcome read(Path file, Findings findings) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(BYTES_MAX + 1);
        } catch (NoSuchFileException e) {
            return new Outcome.Absent();
        } catch (IOException e) {
            return unreadable(findings, "can't be read: " + e, "a readable file");
        }
        if (bytes.length > BYTES_MAX) {
            return unreadable(findings, "too large", "at most " + Quantity.format(BYTES_MAX));
        }
        try {
            return parse(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(),
                    findings);
        } catch (CharacterCodingException e) {
            return unreadable(findings, "not UTF-8", "TOML, which is UTF-8");
        }
    }

    private static Outcome parse(String text, Findings findings) {
        String withoutMark = text.startsWith("\uFEFF") ? text.substring(1) : text;
        TomlParseResult result;
        try {
            result = Toml.parse(withoutMark);
        } catch (StackOverflowError e) {
            // The parser descends recursively; one bad file must not stop the server.
            return unreadable(findings, "nested too deeply", "a few levels");
        }
        if (!result.hasErrors()) {
            return new Outcome.Parsed(new TomlSection(findings, "", result));
        }
        for (TomlParseError error : result.errors()) {
            String message = error.getMessage();
            findings.problem(error.position(), "", message == null ? "not TOML" : message, "");
        }
        return new Outcome.Unreadable();
    }

    private static Outcome unreadable(Findings findings, String found, String expected) {
        findings.problem(null, "", found, expected);
        return new Outcome.Unreadable();
    }
}
