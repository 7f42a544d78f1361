// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** File operations in the words of a guest; {@link #DATA} is its first folder. */
public record FileGuest(TestGuest guest) implements AutoCloseable {

    public static final int DATA = 3;

    public static final int CREATE = 1;
    public static final int FOLDER = 2;
    public static final int EXCLUSIVE = 4;
    public static final int TRUNCATE = 8;

    public static final int APPEND = 1;

    public static final long READ = 1L << 1;
    public static final long WRITE = 1L << 6;
    public static final long BOTH = READ | WRITE;
    public static final long ALL = -1;

    private static final int STATUS = 256;

    public record Entry(String name, int type, long inode, long next) {}

    public record Status(int type, long inode, long links, long size, long modified) {}

    /** The error number; the descriptor is the guest's result. */
    public int open(int folder, String path, int flags, long rights) {
        return open(folder, path, 1, flags, rights, 0);
    }

    public int open(int folder, String path, int lookup, int flags, long rights, int fdFlags) {
        int length = guest.put(TestGuest.PATH, path);
        return guest.call(
                "path_open",
                folder,
                lookup,
                TestGuest.PATH,
                length,
                flags,
                rights,
                ALL,
                fdFlags,
                TestGuest.RESULT);
    }

    /** A descriptor of a file that can be opened. */
    public int opened(String path, int flags, long rights) {
        assertThat(open(DATA, path, flags, rights)).as(path).isZero();
        return guest.result();
    }

    public String content(String path) {
        int file = opened(path, 0, READ);
        StringBuilder content = new StringBuilder();
        do {
            assertThat(guest.read(file, 4096)).isZero();
            content.append(guest.readText());
        } while (guest.result() > 0);
        assertThat(guest.call("fd_close", file)).isZero();
        return content.toString();
    }

    /** A function of a folder and one path: {@code path_create_directory} and the like. */
    public int path(String function, String path) {
        return guest.call(function, DATA, TestGuest.PATH, guest.put(TestGuest.PATH, path));
    }

    public int rename(String from, String to) {
        int first = guest.put(TestGuest.PATH, from);
        int second = guest.put(TestGuest.PATH_2, to);
        return guest.call(
                "path_rename", DATA, TestGuest.PATH, first, DATA, TestGuest.PATH_2, second);
    }

    public int link(String from, String to, int lookup) {
        int first = guest.put(TestGuest.PATH, from);
        int second = guest.put(TestGuest.PATH_2, to);
        return guest.call(
                "path_link", DATA, lookup, TestGuest.PATH, first, DATA, TestGuest.PATH_2, second);
    }

    public int symbolicLink(String text, String path) {
        int first = guest.put(TestGuest.PATH, text);
        int second = guest.put(TestGuest.PATH_2, path);
        return guest.call("path_symlink", TestGuest.PATH, first, DATA, TestGuest.PATH_2, second);
    }

    public int readLink(String path, int bytes) {
        int length = guest.put(TestGuest.PATH, path);
        return guest.call(
                "path_readlink",
                DATA,
                TestGuest.PATH,
                length,
                TestGuest.BUFFER,
                bytes,
                TestGuest.RESULT);
    }

    public int statusOf(String path, int lookup) {
        int length = guest.put(TestGuest.PATH, path);
        return guest.call("path_filestat_get", DATA, lookup, TestGuest.PATH, length, STATUS);
    }

    public int statusOf(int descriptor) {
        return guest.call("fd_filestat_get", descriptor, STATUS);
    }

    public int setTimes(String path, int lookup, long access, long modified, int flags) {
        int length = guest.put(TestGuest.PATH, path);
        return guest.call(
                "path_filestat_set_times",
                DATA,
                lookup,
                TestGuest.PATH,
                length,
                access,
                modified,
                flags);
    }

    /** What the last status call wrote. */
    public Status status() {
        ArrayBytes memory = guest.memory();
        return new Status(
                memory.getByte(STATUS + 16),
                memory.getLong(STATUS + 8),
                memory.getLong(STATUS + 24),
                memory.getLong(STATUS + 32),
                memory.getLong(STATUS + 48));
    }

    /** All entries, read through a buffer of this size. */
    public List<Entry> entries(int folder, int bufferBytes) {
        List<Entry> entries = new ArrayList<>();
        long cookie = 0;
        int used;
        do {
            assertThat(readFolder(folder, bufferBytes, cookie)).isZero();
            used = guest.result();
            List<Entry> read = parse(used);
            entries.addAll(read);
            if (!read.isEmpty()) {
                cookie = read.getLast().next();
            }
        } while (used == bufferBytes);
        return entries;
    }

    public int readFolder(int folder, int bufferBytes, long cookie) {
        return guest.call(
                "fd_readdir", folder, TestGuest.BUFFER, bufferBytes, cookie, TestGuest.RESULT);
    }

    private List<Entry> parse(int used) {
        ArrayBytes memory = guest.memory();
        List<Entry> entries = new ArrayList<>();
        int at = TestGuest.BUFFER;
        int end = at + used;
        while (at + 24 <= end) {
            int length = memory.getInt(at + 16);
            if (at + 24 + length > end) {
                break;
            }
            String name = memory.text(at + 24, length);
            long inode = memory.getLong(at + 8);
            entries.add(new Entry(name, memory.getInt(at + 20), inode, memory.getLong(at)));
            at += 24 + length;
        }
        return entries;
    }

    @Override
    public void close() {
        guest.close();
    }
}
