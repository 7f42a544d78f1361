// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fd_*} about folders: what is mounted, and what is in one. Immutable. */
final class FolderFunctions {

    private FolderFunctions() {}

    static long mount(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Mount mount = mountOf(process, (int) in[0]);
        memory.putInt((int) in[1], 0);
        memory.putInt((int) in[1] + 4, mount.guestPath().length);
        return Errno.SUCCESS;
    }

    static long mountPath(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        byte[] path = mountOf(process, (int) in[0]).guestPath();
        if (Integer.compareUnsigned((int) in[2], path.length) < 0) {
            return Errno.NAMETOOLONG;
        }
        memory.write((int) in[1], path, 0, path.length);
        return Errno.SUCCESS;
    }

    private static Mount mountOf(WasiProcess process, int number) throws WasiError {
        if (process.descriptors().get(number) instanceof OpenFolder folder) {
            Mount mount = folder.mount();
            if (mount != null) {
                return mount;
            }
        }
        throw new WasiError(Errno.BADF);
    }

    /** {@code fd_readdir}: entries from a cookie on, the last one cut where the buffer ends. */
    static long entries(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        int result = (int) in[4];
        int length = (int) in[2];
        GuestRange.check(memory, (int) in[1], length);
        GuestRange.check(memory, result, Integer.BYTES);
        OpenFolder folder = folder(process, (int) in[0], Rights.FD_READDIR);
        List<String> names = folder.listing(in[3]);
        var buffer = new Buffer(memory, (int) in[1], length);
        for (long i = in[3]; i >= 0 && i < names.size() && !buffer.isFull(); i++) {
            append(buffer, folder.folder(), names.get((int) i), i + 1);
        }
        memory.putInt(result, buffer.used);
        return Errno.SUCCESS;
    }

    private static void append(Buffer buffer, HostFolder folder, String name, long next)
            throws IOException {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        FileStatus status = status(folder, name);
        buffer.putLong(next);
        buffer.putLong(status == null ? 0 : status.inode());
        buffer.putInt(bytes.length);
        buffer.putInt(status == null ? FileType.UNKNOWN : status.type());
        buffer.put(bytes, bytes.length);
    }

    /** The folder above is not the guest's to know; an entry may be gone since it was listed. */
    private static @Nullable FileStatus status(HostFolder folder, String name) throws IOException {
        try {
            BasicFileAttributes attributes = folder.attributes("..".equals(name) ? "." : name);
            return FileStatus.of(attributes);
        } catch (NoSuchFileException | WasiError _) {
            return null;
        }
    }

    static OpenFolder folder(WasiProcess process, int number, long rights) throws WasiError {
        if (process.descriptors().get(number) instanceof OpenFolder) {
            return (OpenFolder) process.descriptors().get(number, rights);
        }
        throw new WasiError(Errno.NOTDIR);
    }

    /** The guest's buffer, filled until it is full. */
    private static final class Buffer {
        private final GuestBytes memory;
        private final int address;
        private final int length;
        private final byte[] number = new byte[Long.BYTES];
        private int used;

        Buffer(GuestBytes memory, int address, int length) {
            this.memory = memory;
            this.address = address;
            this.length = length;
        }

        boolean isFull() {
            return used == length;
        }

        void putInt(int value) {
            little(value, Integer.BYTES);
        }

        void putLong(long value) {
            little(value, Long.BYTES);
        }

        private void little(long value, int count) {
            for (int i = 0; i < count; i++) {
                number[i] = (byte) (value >>> (8 * i));
            }
            put(number, count);
        }

        void put(byte[] bytes, int count) {
            int fitting = Math.min(count, length - used);
            memory.write(address + used, bytes, 0, fitting);
            used += fitting;
        }
    }
}
