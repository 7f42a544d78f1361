// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow at the end. *Confined to one worker thread.* */
final class ByteWriter {
    private byte[] bytes = new byte[256];
    private int length;

    ByteWriter u8(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
        return this;
    }

    ByteWriter u32(int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            u8((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        return u8(rest);
    }

    ByteWriter signed(long value) {
        long rest = value;
        while (rest < -64 || rest > 63) {
            u8((int) (rest & 0x7f) | 0x80);
            rest >>= 7;
        }
        return u8((int) (rest & 0x7f));
    }

    ByteWriter bytes(byte[] source) {
        return bytes(source, 0, source.length);
    }

    ByteWriter bytes(byte[] source, int start, int end) {
        ensure(end - start);
        System.arraycopy(source, start, bytes, length, end - start);
        length += end - start;
        return this;
    }

    /** The other writer's bytes, preceded by their count. */
    ByteWriter sized(ByteWriter content) {
        return u32(content.length).bytes(content.bytes, 0, content.length);
    }

    ByteWriter name(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return u32(text.length).bytes(text);
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
