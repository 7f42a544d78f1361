// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi.testkit;

import dev.zephyr.server.wasi.GuestBytes;
import dev.zephyr.server.wasi.GuestFault;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A guest's memory over one array. Confined to one worker thread. */
public final class ArrayBytes implements GuestBytes {

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;

    public ArrayBytes(int size) {
        bytes = new byte[size];
    }

    public byte[] bytes() {
        return bytes;
    }

    public String text(int address, int length) {
        return new String(bytes, address, length, StandardCharsets.UTF_8);
    }

    private int check(int address, int length) {
        if (address < 0 || length < 0 || address > bytes.length - length) {
            throw new GuestFault();
        }
        return address;
    }

    @Override
    public byte getByte(int address) {
        return bytes[check(address, 1)];
    }

    public short getShort(int address) {
        return (short) SHORTS.get(bytes, check(address, 2));
    }

    @Override
    public int getInt(int address) {
        return (int) INTS.get(bytes, check(address, 4));
    }

    @Override
    public long getLong(int address) {
        return (long) LONGS.get(bytes, check(address, 8));
    }

    @Override
    public void putByte(int address, byte value) {
        bytes[check(address, 1)] = value;
    }

    @Override
    public void putShort(int address, short value) {
        SHORTS.set(bytes, check(address, 2), value);
    }

    @Override
    public void putInt(int address, int value) {
        INTS.set(bytes, check(address, 4), value);
    }

    @Override
    public void putLong(int address, long value) {
        LONGS.set(bytes, check(address, 8), value);
    }

    @Override
    public void read(int address, byte[] target, int offset, int length) {
        System.arraycopy(bytes, check(address, length), target, offset, length);
    }

    @Override
    public void write(int address, byte[] source, int offset, int length) {
        System.arraycopy(source, offset, bytes, check(address, length), length);
    }
}
