// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes the binary format of WebAssembly. Confined to one thread. */
final class WasmBytes {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    WasmBytes u8(int value) {
        out.write(value);
        return this;
    }

    WasmBytes u32(long value) {
        long rest = value & 0xFFFF_FFFFL;
        while (rest >>> 7 != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        return u8((int) rest);
    }

    WasmBytes signed(long value) {
        long rest = value;
        while (rest < -64 || rest > 63) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>= 7;
        }
        return u8((int) (rest & 0x7f));
    }

    WasmBytes raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    /** A length and the bytes. */
    WasmBytes sized(byte[] bytes) {
        return u32(bytes.length).raw(bytes);
    }

    WasmBytes name(String name) {
        return sized(name.getBytes(StandardCharsets.UTF_8));
    }

    WasmBytes littleEndian(long value, int width) {
        for (int i = 0; i < width; i++) {
            u8((int) (value >>> (8 * i)));
        }
        return this;
    }

    /** A section with a vector, left out if it is empty. */
    WasmBytes section(int id, List<byte[]> items) {
        if (items.isEmpty()) {
            return this;
        }
        var content = new WasmBytes().u32(items.size());
        items.forEach(content::raw);
        return u8(id).sized(content.toArray());
    }

    byte[] toArray() {
        return out.toByteArray();
    }
}
