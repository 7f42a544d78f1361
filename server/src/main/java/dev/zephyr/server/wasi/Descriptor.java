// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;

/**
 * What a guest's descriptor stands for. What a kind can't do stays as here: an error. Confined to
 * one worker thread.
 */
abstract sealed class Descriptor permits StandardInput, StandardOutput, OpenFolder, OpenFile {

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

    /** Reads elsewhere than at the position, which stays. */
    int readAt(GuestBytes memory, int address, int length, long offset) throws IOException {
        throw unseekable();
    }

    /** Writes elsewhere than at the position, which stays. */
    int writeAt(GuestBytes memory, int address, int length, long offset) throws IOException {
        throw unseekable();
    }

    /** Moves the position: 0 from the start, 1 from where it is, 2 from the end. */
    long seek(long offset, int whence) throws IOException {
        throw unseekable();
    }

    void setSize(long size) throws IOException {
        throw new WasiError(Errno.INVAL);
    }

    void allocate(long size) throws IOException {
        throw unseekable();
    }

    void setTimes(FileTimes times) throws IOException {
        throw new WasiError(Errno.NOTSUP);
    }

    /** Waits until what was written is on disk. */
    void sync(boolean metadata) throws IOException {
        throw new WasiError(Errno.INVAL);
    }

    /** Bytes that can be read without waiting. */
    long readable() throws IOException {
        return 0;
    }

    /** Gives back what the host holds for it. */
    void close() throws IOException {}

    private WasiError unseekable() {
        boolean stream = fileType() == FileType.UNKNOWN;
        return new WasiError(stream ? Errno.SPIPE : Errno.BADF);
    }
}
