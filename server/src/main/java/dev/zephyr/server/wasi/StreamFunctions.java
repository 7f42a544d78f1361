// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;

/** Reading and writing by a list of buffers: {@code fd_read}, {@code fd_write}. Immutable. */
final class StreamFunctions {

    /** Buffers of one call, as {@code IOV_MAX} on Linux. */
    static final int VECTORS_MAX = 1024;

    /** Bytes that one call moves at most, far below where their sum would overflow. */
    static final int BYTES_MAX = 1 << 30;

    private static final int VECTOR_BYTES = 8;

    /** What is done with one buffer. */
    @FunctionalInterface
    interface Transfer {
        int apply(GuestBytes memory, int address, int length) throws IOException;
    }

    private StreamFunctions() {}

    static long read(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor source = process.descriptors().get((int) in[0], Rights.FD_READ);
        return each(memory, in, (int) in[3], source::read);
    }

    static long write(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor sink = process.descriptors().get((int) in[0], Rights.FD_WRITE);
        return each(memory, in, (int) in[3], sink::write);
    }

    /** Does it with the buffers at {@code in[1]}, until one is not used in full. */
    static long each(GuestBytes memory, long[] in, int result, Transfer transfer)
            throws IOException {
        int vector = (int) in[1];
        int count = (int) in[2];
        if (count < 0 || count > VECTORS_MAX) {
            return Errno.INVAL;
        }
        GuestRange.check(memory, vector, count * VECTOR_BYTES);
        GuestRange.check(memory, result, Integer.BYTES);
        int total = 0;
        for (int i = 0; i < count; i++, vector += VECTOR_BYTES) {
            int length = memory.getInt(vector + 4);
            GuestRange.check(memory, memory.getInt(vector), length);
            int bounded = Math.min(length, BYTES_MAX - total);
            int moved = transfer.apply(memory, memory.getInt(vector), bounded);
            total += moved;
            if (moved < length) {
                break;
            }
        }
        memory.putInt(result, total);
        return Errno.SUCCESS;
    }
}
