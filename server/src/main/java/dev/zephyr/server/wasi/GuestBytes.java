// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/**
 * A guest's linear memory. Addresses are unsigned 32-bit; every access out of range throws {@link
 * GuestFault}. Confined to the thread that runs the guest.
 */
public interface GuestBytes {

    byte getByte(int address);

    int getInt(int address);

    long getLong(int address);

    void putByte(int address, byte value);

    void putShort(int address, short value);

    void putInt(int address, int value);

    void putLong(int address, long value);

    /** Copies guest memory into {@code target}. */
    void read(int address, byte[] target, int offset, int length);

    /** Copies {@code source} into guest memory. */
    void write(int address, byte[] source, int offset, int length);
}
