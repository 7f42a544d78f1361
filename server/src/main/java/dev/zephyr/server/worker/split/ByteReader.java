// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.nio.charset.StandardCharsets;

/** A cursor over a range of a module's bytes. *Confined to one worker thread.* */
final class ByteReader {
    private final byte[] bytes;
    private final int end;
    private int position;

    ByteReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    byte[] bytes() {
        return bytes;
    }

    int position() {
        return position;
    }

    boolean hasMore() {
        return position < end;
    }

    /** How many bytes are left. */
    int remaining() {
        return end - position;
    }

    int u8() {
        if (position >= end) {
            throw new UnsupportedModuleException("the module ends early at byte " + end);
        }
        return bytes[position++] & 0xff;
    }

    /**
     * An unsigned LEB128 of at most 31 bits: every count, index and length of a module that fits
     * into an array.
     */
    int u32() {
        long value = leb(false);
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new UnsupportedModuleException(
                    "number: " + value + " (expected: 0 to 2147483647)");
        }
        return (int) value;
    }

    long signed() {
        return leb(true);
    }

    void skip(int count) {
        if (count < 0 || count > end - position) {
            throw new UnsupportedModuleException("the module ends early at byte " + end);
        }
        position += count;
    }

    String name() {
        int length = u32();
        int start = position;
        skip(length);
        return new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    /** A value type of one byte; typed references take more and are not supported. */
    byte valueType() {
        int type = u8();
        if (!ValueTypes.isKnown(type)) {
            throw new UnsupportedModuleException("value type 0x" + Integer.toHexString(type));
        }
        return (byte) type;
    }

    private long leb(boolean signed) {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            int b = u8();
            value |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                int used = shift + 7;
                return signed && used < 64 && (b & 0x40) != 0 ? value | (-1L << used) : value;
            }
        }
        throw new UnsupportedModuleException("a number of more than 10 bytes at byte " + position);
    }
}
