// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Where the project is. */
sealed interface ProjectLocation {

    /** A folder that can be read. */
    record Folder(Path path) implements ProjectLocation {}

    /**
     * Nothing that can be served.
     *
     * @param reason why
     */
    record Unusable(String reason) implements ProjectLocation {}

    /** Looks at what the person wrote. */
    static ProjectLocation of(String written) {
        boolean isAddress = written.startsWith("http://") || written.startsWith("https://");
        if (isAddress) {
            return new Unusable(
                    "Git repositories are not available; clone it, then serve the folder");
        }
        Path path;
        try {
            path = Path.of(written);
        } catch (InvalidPathException e) {
            return new Unusable("Missing path in filesystem: " + written);
        }
        if (!Files.exists(path)) {
            return new Unusable("Missing path in filesystem: " + written);
        }
        if (!Files.isDirectory(path)) {
            return new Unusable(written + " is not a folder");
        }
        return Files.isReadable(path) && Files.isExecutable(path)
                ? new Folder(path)
                : new Unusable(written + " can't be read by this user");
    }
}
