// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.Response;

/** What answered a request. Its ordinal is the tag of the exchange. */
public enum Served {
    /** The server itself: a page for what is missing, a preflight, a refusal. */
    OTHER(Kind.OTHER),
    /** A worker. */
    WORKER(Kind.WORKER),
    /** A file that was known, from memory. */
    FILE_FROM_MEMORY(Kind.FILE),
    /** A file that was known, from the disk. */
    FILE_FROM_DISK(Kind.FILE),
    /** A file that had to be looked up, from memory. */
    FILE_LOADED_TO_MEMORY(Kind.FILE),
    /** A file that had to be looked up, from the disk. */
    FILE_LOADED_FROM_DISK(Kind.FILE);

    /** What people tell requests apart by. */
    enum Kind {
        FILE("file"),
        WORKER("worker"),
        OTHER("other");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    private static final Served[] BY_TAG = values();

    private final Kind kind;

    Served(Kind kind) {
        this.kind = kind;
    }

    /**
     * The way that a file went.
     *
     * @param loaded whether the disk was asked about it
     */
    public static Served file(Response response, boolean loaded) {
        boolean memory =
                response.body() instanceof Body.Bytes || response.body() instanceof Body.Direct;
        if (loaded) {
            return memory ? FILE_LOADED_TO_MEMORY : FILE_LOADED_FROM_DISK;
        }
        return memory ? FILE_FROM_MEMORY : FILE_FROM_DISK;
    }

    /** The number that the exchange is given. */
    public int tag() {
        return ordinal();
    }

    static Served of(int tag) {
        return BY_TAG[tag];
    }

    Kind kind() {
        return kind;
    }

    boolean isLoaded() {
        return this == FILE_LOADED_TO_MEMORY || this == FILE_LOADED_FROM_DISK;
    }

    boolean isFromMemory() {
        return this == FILE_FROM_MEMORY || this == FILE_LOADED_TO_MEMORY;
    }
}
