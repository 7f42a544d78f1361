// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table from extension to type, {@code media-types.txt}. Immutable. */
final class MediaTypes {

    private static final String RESOURCE = "media-types.txt";

    private final Map<String, MediaType> byExtension;

    private MediaTypes(Map<String, MediaType> byExtension) {
        this.byExtension = Map.copyOf(byExtension);
    }

    /** Reads the table that is shipped with the server. */
    static MediaTypes load() {
        try (InputStream in = MediaTypes.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + ": missing from the distribution");
            }
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            return parse(reader.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a table.
     *
     * @throws IllegalArgumentException if an extension stands twice
     */
    static MediaTypes parse(List<String> lines) {
        Map<String, MediaType> byExtension = new HashMap<>();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            List<String> words = List.of(line.strip().split(" +", -1));
            MediaType type = new MediaType(words.getFirst());
            for (String extension : words.subList(1, words.size())) {
                if (byExtension.put(extension, type) != null) {
                    throw new IllegalArgumentException(
                            "extension: " + extension + " (expected: one type for it)");
                }
            }
        }
        return new MediaTypes(byExtension);
    }

    /** The type of a file, by the last extension of its name. */
    MediaType of(String fileName) {
        int dot = fileName.lastIndexOf('.');
        if (dot < 1) {
            return MediaType.UNKNOWN;
        }
        String extension = fileName.substring(dot + 1).toLowerCase(Locale.ROOT);
        return byExtension.getOrDefault(extension, MediaType.UNKNOWN);
    }
}
