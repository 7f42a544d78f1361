// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/** Standard input: the bytes of the request. Confined to one worker thread. */
final class StandardInput extends Descriptor {

    private byte[] bytes = new byte[0];
    private int position;
    private int end;

    StandardInput() {
        super(Rights.INPUT, 0);
    }

    void begin(byte[] input, int length) {
        rights = Rights.INPUT;
        flags = 0;
        bytes = input;
        position = 0;
        end = length;
    }

    @Override
    byte fileType() {
        return FileType.UNKNOWN;
    }

    @Override
    FileStatus status() {
        return FileStatus.STREAM;
    }

    @Override
    int read(GuestBytes memory, int address, int length) {
        GuestRange.check(memory, address, length);
        int count = Math.min(length, end - position);
        memory.write(address, bytes, position, count);
        position += count;
        return count;
    }

    @Override
    long readable() {
        return (long) end - position;
    }
}
