// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A regular file that a guest has open. Keeps the folder it was found in, because times can only be
 * read and set by name. Confined to one worker thread.
 */
final class OpenFile extends Descriptor {

    private final Channels channels;
    private final Location location;
    private final byte[] transfer;
    private long position;

    /**
     * How the file is open.
     *
     * @param reader the same as {@code writer}, unless the file is open to read and to append
     * @param appends the system itself writes at the end
     */
    record Channels(FileChannel reader, FileChannel writer, boolean appends) implements Closeable {

        @Override
        public void close() throws IOException {
            try (reader) {
                writer.close();
            }
        }
    }

    /**
     * Where the file was found.
     *
     * @param attributes as they were then; their key tells whether the name still means this file
     */
    record Location(HostFolder parent, String name, BasicFileAttributes attributes) {}

    /**
     * An open file at position 0.
     *
     * @param transfer what bytes pass through between the file and the guest; shared by all files
     */
    OpenFile(Channels channels, Location location, byte[] transfer) {
        super(Rights.FILE, 0);
        this.channels = channels;
        this.location = location;
        this.transfer = transfer;
    }

    @Override
    byte fileType() {
        return FileType.REGULAR_FILE;
    }

    /** Of a file that lost its name: as it was when it was opened, but for the size. */
    @Override
    FileStatus status() throws IOException {
        return FileStatus.of(current()).withSize(channels.reader().size());
    }

    private BasicFileAttributes current() throws IOException {
        try {
            BasicFileAttributes now = location.parent().attributes(location.name());
            return isSame(now) ? now : location.attributes();
        } catch (NoSuchFileException _) {
            return location.attributes();
        }
    }

    private boolean isSame(BasicFileAttributes now) {
        Object key = location.attributes().fileKey();
        return now.isRegularFile() && (key == null || key.equals(now.fileKey()));
    }

    @Override
    void setTimes(FileTimes times) throws IOException {
        if (!isSame(location.parent().attributes(location.name()))) {
            throw new WasiError(Errno.NOENT);
        }
        location.parent().setTimes(location.name(), times.access(), times.modification());
    }

    @Override
    int read(GuestBytes memory, int address, int length) throws IOException {
        StackReserve.require();
        int count = readAt(memory, address, length, position);
        position += count;
        return count;
    }

    @Override
    int readAt(GuestBytes memory, int address, int length, long offset) throws IOException {
        int done = 0;
        while (done < length) {
            int wanted = Math.min(length - done, transfer.length);
            ByteBuffer bytes = ByteBuffer.wrap(transfer, 0, wanted);
            int count = channels.reader().read(bytes, offset + done);
            if (count <= 0) {
                break;
            }
            memory.write(address + done, transfer, 0, count);
            done += count;
            if (count < wanted) {
                break;
            }
        }
        return done;
    }

    @Override
    int write(GuestBytes memory, int address, int length) throws IOException {
        StackReserve.require();
        if ((flags & FdFlags.APPEND) != 0) {
            position = channels.writer().size();
        }
        int count = writeAt(memory, address, length, position);
        position = channels.appends() ? channels.writer().size() : position + count;
        return count;
    }

    @Override
    int writeAt(GuestBytes memory, int address, int length, long offset) throws IOException {
        int done = 0;
        while (done < length) {
            int count = Math.min(length - done, transfer.length);
            memory.read(address + done, transfer, 0, count);
            writeFully(ByteBuffer.wrap(transfer, 0, count), offset + done);
            done += count;
        }
        return done;
    }

    private void writeFully(ByteBuffer bytes, long offset) throws IOException {
        while (bytes.hasRemaining()) {
            if (channels.appends()) {
                channels.writer().write(bytes);
            } else {
                channels.writer().write(bytes, offset + bytes.position());
            }
        }
    }

    @Override
    long seek(long offset, int whence) throws IOException {
        long base =
                switch (whence) {
                    case 0 -> 0;
                    case 1 -> position;
                    case 2 -> channels.reader().size();
                    default -> throw new WasiError(Errno.INVAL);
                };
        long target = base + offset;
        if (target < 0 || (offset > 0 && target < base)) {
            throw new WasiError(Errno.INVAL);
        }
        position = target;
        return target;
    }

    /** Growing leaves a hole; a channel that appends can't make one. */
    @Override
    void setSize(long size) throws IOException {
        long current = channels.writer().size();
        if (size < current) {
            channels.writer().truncate(size);
        } else if (size > current) {
            if (channels.appends()) {
                throw new WasiError(Errno.NOTSUP);
            }
            writeFully(ByteBuffer.allocate(1), size - 1);
        }
    }

    @Override
    void allocate(long size) throws IOException {
        if (size > channels.writer().size()) {
            setSize(size);
        }
    }

    @Override
    void sync(boolean metadata) throws IOException {
        channels.writer().force(metadata);
    }

    @Override
    long readable() throws IOException {
        return Math.max(0, channels.reader().size() - position);
    }

    @Override
    void close() throws IOException {
        try (var _ = location.parent()) {
            channels.close();
        }
    }
}
