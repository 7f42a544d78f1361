// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;

/** {@code fd_*} about a descriptor itself, whatever it stands for. Immutable. */
final class DescriptorFunctions {

    private static final int FDSTAT_BYTES = 24;

    private DescriptorFunctions() {}

    static long close(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        process.descriptors().close((int) in[0]);
        return Errno.SUCCESS;
    }

    static long renumber(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        process.descriptors().renumber((int) in[0], (int) in[1]);
        return Errno.SUCCESS;
    }

    static long status(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor descriptor = process.descriptors().get((int) in[0]);
        int address = (int) in[1];
        GuestRange.check(memory, address, FDSTAT_BYTES);
        memory.putShort(address, descriptor.fileType());
        memory.putShort(address + 2, (short) descriptor.flags);
        memory.putInt(address + 4, 0);
        memory.putLong(address + 8, descriptor.rights);
        memory.putLong(address + 16, descriptor.inheriting);
        return Errno.SUCCESS;
    }

    /** Rights can only be given up. */
    static long setRights(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor descriptor = process.descriptors().get((int) in[0]);
        if ((in[1] & ~descriptor.rights) != 0 || (in[2] & ~descriptor.inheriting) != 0) {
            return Errno.NOTCAPABLE;
        }
        descriptor.rights = in[1];
        descriptor.inheriting = in[2];
        return Errno.SUCCESS;
    }

    static long fileStatus(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        Descriptor descriptor = process.descriptors().get((int) in[0], Rights.FD_FILESTAT_GET);
        descriptor.status().write(memory, (int) in[1]);
        return Errno.SUCCESS;
    }

    /** There are no sockets: an open descriptor is not one. */
    static long notSocket(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        process.descriptors().get((int) in[0]);
        return Errno.NOTSOCK;
    }
}
