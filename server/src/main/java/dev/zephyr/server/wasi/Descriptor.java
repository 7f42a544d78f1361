// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;

/**
 * What a guest's descriptor stands for. The defaults are the answers of something that can't do it.
 * Confined to one worker thread.
 */
abstract class Descriptor {

    /** What the guest may do through it. */
    long rights;

    /** What it may do at most through what it opens below. */
    long inheriting;

    /** {@code $fdflags}. */
    int flags;

    Descriptor(long rights, long inheriting) {
        this.rights = rights;
        this.inheriting = inheriting;
    }

    abstract byte fileType();

    /** Size, times and number of the file, as {@code fd_filestat_get} answers them. */
    abstract FileStatus status() throws IOException;

    /**
     * Reads at the position and moves it.
     *
     * @return bytes read; less than {@code length} only at the end
     */
    int read(GuestBytes memory, int address, int length) throws IOException {
        throw new WasiError(Errno.BADF);
    }

    /** Writes at the position and moves it. */
    int write(GuestBytes memory, int address, int length) throws IOException {
        throw new WasiError(Errno.BADF);
    }

    /** Bytes that can be read without waiting. */
    long readable() throws IOException {
        return 0;
    }

    /** Gives back what the host holds for it. */
    void close() throws IOException {}
}
