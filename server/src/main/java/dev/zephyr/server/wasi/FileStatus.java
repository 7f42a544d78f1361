// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/**
 * What {@code $filestat} says of a file. Immutable.
 *
 * @param device number of the file system, 0 if not known
 * @param inode number of the file, 0 if not known
 * @param accessNanos since 1970-01-01, as the two others
 */
record FileStatus(
        long device,
        long inode,
        byte type,
        long links,
        long size,
        long accessNanos,
        long modificationNanos,
        long changeNanos) {

    /** A stream: no size, no times. */
    static final FileStatus STREAM = new FileStatus(0, 0, FileType.UNKNOWN, 1, 0, 0, 0, 0);

    /** Bytes of {@code $filestat} in guest memory. */
    static final int BYTES = 64;

    void write(GuestBytes memory, int address) {
        GuestRange.check(memory, address, BYTES);
        memory.putLong(address, device);
        memory.putLong(address + 8, inode);
        memory.putLong(address + 16, Byte.toUnsignedLong(type));
        memory.putLong(address + 24, links);
        memory.putLong(address + 32, size);
        memory.putLong(address + 40, accessNanos);
        memory.putLong(address + 48, modificationNanos);
        memory.putLong(address + 56, changeNanos);
    }
}
