// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/** Types of a file (WASI preview 1, {@code $filetype}). Immutable. */
final class FileType {

    /** Also a pipe, which standard streams are: preview 1 has no type of its own for it. */
    static final byte UNKNOWN = 0;

    static final byte DIRECTORY = 3;
    static final byte REGULAR_FILE = 4;
    static final byte SYMBOLIC_LINK = 7;

    private FileType() {}
}
