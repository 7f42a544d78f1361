// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;

/** {@code fd_*} about the content and the attributes of an open file. Immutable. */
final class FileFunctions {

    private static final int ADVICE_MAX = 5;
    private static final int CURRENT = 1;

    private FileFunctions() {}

    static long seek(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        GuestRange.check(memory, (int) in[3], Long.BYTES);
        Descriptor file = seekable(process, in, Rights.FD_SEEK);
        memory.putLong((int) in[3], file.seek(in[1], (int) in[2]));
        return Errno.SUCCESS;
    }

    static long tell(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor file = seekable(process, in, Rights.FD_TELL);
        memory.putLong((int) in[1], file.seek(0, CURRENT));
        return Errno.SUCCESS;
    }

    static long readAt(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor file = seekable(process, in, Rights.FD_READ | Rights.FD_SEEK);
        var at = new At(in[3]);
        return StreamFunctions.each(
                memory,
                in,
                (int) in[4],
                (m, address, length) -> at.moved(file.readAt(m, address, length, at.next(length))));
    }

    static long writeAt(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor file = seekable(process, in, Rights.FD_WRITE | Rights.FD_SEEK);
        var at = new At(in[3]);
        return StreamFunctions.each(
                memory,
                in,
                (int) in[4],
                (m, address, length) ->
                        at.moved(file.writeAt(m, address, length, at.next(length))));
    }

    static long advise(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        seekable(process, in, Rights.FD_ADVISE);
        int advice = (int) in[3];
        requireRange(in[1], in[2]);
        return advice < 0 || advice > ADVICE_MAX ? Errno.INVAL : Errno.SUCCESS;
    }

    static long allocate(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor file = seekable(process, in, Rights.FD_ALLOCATE);
        requireRange(in[1], in[2]);
        if (in[2] == 0) {
            return Errno.INVAL;
        }
        file.allocate(in[1] + in[2]);
        return Errno.SUCCESS;
    }

    static long setSize(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor file = process.descriptors().get((int) in[0], Rights.FD_FILESTAT_SET_SIZE);
        requireRange(in[1], 0);
        file.setSize(in[1]);
        return Errno.SUCCESS;
    }

    static long setTimes(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor file = process.descriptors().get((int) in[0], Rights.FD_FILESTAT_SET_TIMES);
        file.setTimes(FileTimes.of(process.clocks(), in[1], in[2], (int) in[3]));
        return Errno.SUCCESS;
    }

    /** {@code DSYNC} and the like are fixed when a file is opened. */
    static long setFlags(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor file = process.descriptors().get((int) in[0], Rights.FD_FDSTAT_SET_FLAGS);
        int changeable = FdFlags.APPEND | FdFlags.NONBLOCK;
        int asked = (int) in[1];
        if ((asked & ~FdFlags.ALL) != 0) {
            return Errno.INVAL;
        }
        if (((asked ^ file.flags) & ~changeable) != 0) {
            return Errno.NOTSUP;
        }
        file.flags = asked;
        return Errno.SUCCESS;
    }

    static long sync(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        process.descriptors().get((int) in[0]).sync(true);
        return Errno.SUCCESS;
    }

    static long dataSync(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        process.descriptors().get((int) in[0]).sync(false);
        return Errno.SUCCESS;
    }

    /** Of a stream programs expect {@code ESPIPE}, not that a right is missing. */
    private static Descriptor seekable(WasiProcess process, long[] in, long rights)
            throws WasiError {
        Descriptor descriptor = process.descriptors().get((int) in[0]);
        return switch (descriptor) {
            case StandardInput _, StandardOutput _ -> throw new WasiError(Errno.SPIPE);
            case OpenFolder _ -> throw new WasiError(Errno.BADF);
            case OpenFile _ -> process.descriptors().get((int) in[0], rights);
        };
    }

    private static void requireRange(long offset, long length) throws WasiError {
        if (offset < 0 || length < 0 || offset + length < 0) {
            throw new WasiError(Errno.INVAL);
        }
    }

    /** Where the next buffer is read or written. */
    private static final class At {
        private long offset;

        At(long offset) {
            this.offset = offset;
        }

        long next(int length) throws WasiError {
            requireRange(offset, length);
            return offset;
        }

        int moved(int count) {
            offset += count;
            return count;
        }
    }
}
