// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/** Rights of a descriptor (WASI preview 1, {@code $rights}). Immutable. */
final class Rights {

    static final long FD_DATASYNC = 1L;
    static final long FD_READ = 1L << 1;
    static final long FD_SEEK = 1L << 2;
    static final long FD_FDSTAT_SET_FLAGS = 1L << 3;
    static final long FD_SYNC = 1L << 4;
    static final long FD_TELL = 1L << 5;
    static final long FD_WRITE = 1L << 6;
    static final long FD_ADVISE = 1L << 7;
    static final long FD_ALLOCATE = 1L << 8;
    static final long PATH_CREATE_DIRECTORY = 1L << 9;
    static final long PATH_CREATE_FILE = 1L << 10;
    static final long PATH_LINK_SOURCE = 1L << 11;
    static final long PATH_LINK_TARGET = 1L << 12;
    static final long PATH_OPEN = 1L << 13;
    static final long FD_READDIR = 1L << 14;
    static final long PATH_READLINK = 1L << 15;
    static final long PATH_RENAME_SOURCE = 1L << 16;
    static final long PATH_RENAME_TARGET = 1L << 17;
    static final long PATH_FILESTAT_GET = 1L << 18;
    static final long PATH_FILESTAT_SET_SIZE = 1L << 19;
    static final long PATH_FILESTAT_SET_TIMES = 1L << 20;
    static final long FD_FILESTAT_GET = 1L << 21;
    static final long FD_FILESTAT_SET_SIZE = 1L << 22;
    static final long FD_FILESTAT_SET_TIMES = 1L << 23;
    static final long PATH_SYMLINK = 1L << 24;
    static final long PATH_REMOVE_DIRECTORY = 1L << 25;
    static final long PATH_UNLINK_FILE = 1L << 26;
    static final long POLL_FD_READWRITE = 1L << 27;
    static final long SOCK_SHUTDOWN = 1L << 28;
    static final long SOCK_ACCEPT = 1L << 29;

    /** Every right there is. */
    static final long ALL = (1L << 30) - 1;

    /** What can be done with a regular file. */
    static final long FILE =
            FD_DATASYNC
                    | FD_READ
                    | FD_SEEK
                    | FD_FDSTAT_SET_FLAGS
                    | FD_SYNC
                    | FD_TELL
                    | FD_WRITE
                    | FD_ADVISE
                    | FD_ALLOCATE
                    | FD_FILESTAT_GET
                    | FD_FILESTAT_SET_SIZE
                    | FD_FILESTAT_SET_TIMES
                    | POLL_FD_READWRITE;

    /** What can be done with a folder itself. */
    static final long FOLDER =
            (ALL & ~(FILE | SOCK_SHUTDOWN | SOCK_ACCEPT))
                    | FD_FDSTAT_SET_FLAGS
                    | FD_SYNC
                    | FD_DATASYNC
                    | FD_FILESTAT_GET
                    | FD_FILESTAT_SET_TIMES;

    private static final long STREAM = FD_FDSTAT_SET_FLAGS | FD_FILESTAT_GET | POLL_FD_READWRITE;

    /** Standard input. Without {@code FD_SEEK}: it is a stream. */
    static final long INPUT = FD_READ | STREAM;

    /** Standard output and standard error. */
    static final long OUTPUT = FD_WRITE | STREAM;

    private Rights() {}
}
