// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What {@code $filestat} says of a file. Links are always 1 and the change time is that of the
 * content: the JDK does not tell them of an open folder's entries. Immutable.
 *
 * @param device number of the file system, 0 if not known
 * @param inode number of the file, 0 if not known
 * @param type a {@link FileType}
 * @param size in bytes
 * @param accessNanos since 1970-01-01
 * @param modificationNanos since 1970-01-01
 */
record FileStatus(
        long device, long inode, byte type, long size, long accessNanos, long modificationNanos) {

    /** A stream: no size, no times. */
    static final FileStatus STREAM = new FileStatus(0, 0, FileType.UNKNOWN, 0, 0, 0);

    private static final int BYTES = 64;
    private static final long LINKS = 1;

    static FileStatus of(BasicFileAttributes file) {
        String key = String.valueOf(file.fileKey());
        return new FileStatus(
                number(key, "dev=", 16),
                number(key, "ino=", 10),
                type(file),
                file.size(),
                nanos(file.lastAccessTime()),
                nanos(file.lastModifiedTime()));
    }

    /** The type of a file; {@code UNKNOWN} for devices, pipes and sockets. */
    static byte type(BasicFileAttributes file) {
        if (file.isRegularFile()) {
            return FileType.REGULAR_FILE;
        }
        if (file.isDirectory()) {
            return FileType.DIRECTORY;
        }
        return file.isSymbolicLink() ? FileType.SYMBOLIC_LINK : FileType.UNKNOWN;
    }

    /** The JDK keeps both numbers in a key that shows them as {@code (dev=803,ino=12)}. */
    private static long number(String key, String label, int radix) {
        int start = key.indexOf(label);
        if (start < 0) {
            return 0;
        }
        int end = start + label.length();
        while (end < key.length() && Character.digit(key.charAt(end), radix) >= 0) {
            end++;
        }
        return parse(key.substring(start + label.length(), end), radix);
    }

    private static long parse(String digits, int radix) {
        try {
            return Long.parseUnsignedLong(digits, radix);
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private static long nanos(@Nullable FileTime time) {
        return time == null ? 0 : time.to(TimeUnit.NANOSECONDS);
    }

    FileStatus withSize(long bytes) {
        return new FileStatus(device, inode, type, bytes, accessNanos, modificationNanos);
    }

    void write(GuestBytes memory, int address) {
        GuestRange.check(memory, address, BYTES);
        memory.putLong(address, device);
        memory.putLong(address + 8, inode);
        memory.putLong(address + 16, Byte.toUnsignedLong(type));
        memory.putLong(address + 24, LINKS);
        memory.putLong(address + 32, size);
        memory.putLong(address + 40, accessNanos);
        memory.putLong(address + 48, modificationNanos);
        memory.putLong(address + 56, modificationNanos);
    }
}
