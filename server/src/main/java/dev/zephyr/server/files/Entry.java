// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

/** What is known about a path. Immutable. */
sealed interface Entry {

    /** A file, read. */
    record Found(FileVersion version) implements Entry {}

    /** No file to be sent: a folder, something forbidden, nothing. */
    record NoFile(Location location) implements Entry {}

    /** What it takes of memory, about. */
    default long weight() {
        return switch (this) {
            case Found(var version) -> version.weight();
            case NoFile _ -> 64;
        };
    }

    /** Where it was found. */
    default Location location() {
        return switch (this) {
            case Found(var version) -> version.origin().location();
            case NoFile(var location) -> location;
        };
    }
}
