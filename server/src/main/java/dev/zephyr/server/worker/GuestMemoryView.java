// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.wasi.GuestBytes;

/** A guest's memory as host functions see it. Confined to one worker thread. */
final class GuestMemoryView implements GuestBytes {

    private final GuestMemory memory;

    GuestMemoryView(GuestMemory memory) {
        this.memory = memory;
    }

    @Override
    public byte getByte(int address) {
        return memory.read(address);
    }

    @Override
    public int getInt(int address) {
        return memory.readInt(address);
    }

    @Override
    public long getLong(int address) {
        return memory.readLong(address);
    }

    @Override
    public void putByte(int address, byte value) {
        memory.writeByte(address, value);
    }

    @Override
    public void putShort(int address, short value) {
        memory.writeShort(address, value);
    }

    @Override
    public void putInt(int address, int value) {
        memory.writeI32(address, value);
    }

    @Override
    public void putLong(int address, long value) {
        memory.writeLong(address, value);
    }

    @Override
    public void read(int address, byte[] target, int offset, int length) {
        memory.readInto(address, target, offset, length);
    }

    @Override
    public void write(int address, byte[] source, int offset, int length) {
        memory.write(address, source, offset, length);
    }
}
