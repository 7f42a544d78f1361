// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import dev.zephyr.server.outbound.Outcome.Failed;
import dev.zephyr.server.outbound.Outcome.Responded;
import dev.zephyr.server.wasi.GuestBytes;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes an outcome where the guest expects it: a return area of 28 bytes, and what it points to in
 * memory that the guest allocates. Confined to one worker thread.
 */
final class GuestResponse {

    /** Of the return area, which is aligned to four bytes. */
    static final int AREA_BYTES = 28;

    private static final int HEADER_ENTRY_BYTES = 16;
    private static final byte OK = 0;
    private static final byte ERROR = 1;
    private static final byte SOME = 1;

    private final GuestBytes memory;
    private final GuestAllocator allocator;

    GuestResponse(GuestBytes memory, GuestAllocator allocator) {
        this.memory = memory;
        this.allocator = allocator;
    }

    void write(int area, Outcome outcome) {
        switch (outcome) {
            case Responded responded -> write(area, responded);
            case Failed failed -> write(area, failed);
        }
    }

    private void write(int area, Responded responded) {
        List<Header> headers = responded.headers();
        int body = copy(responded.body());
        int list = allocator.allocate(Integer.BYTES, headers.size() * HEADER_ENTRY_BYTES);
        for (int i = 0; i < headers.size(); i++) {
            int entry = list + i * HEADER_ENTRY_BYTES;
            writeText(entry, headers.get(i).name());
            writeText(entry + 8, headers.get(i).value());
        }
        memory.putByte(area, OK);
        memory.putByte(area + 4, SOME);
        memory.putInt(area + 8, body);
        memory.putInt(area + 12, responded.body().length);
        memory.putInt(area + 16, list);
        memory.putInt(area + 20, headers.size());
        memory.putShort(area + 24, (short) responded.status());
    }

    private void write(int area, Failed failed) {
        writeText(area + 8, failed.message());
        memory.putByte(area, ERROR);
        memory.putByte(area + 4, failed.error().code());
    }

    /** Writes the text and, at {@code entry}, where it is and its length. */
    private void writeText(int entry, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        memory.putInt(entry, copy(bytes));
        memory.putInt(entry + 4, bytes.length);
    }

    /** Also nothing is allocated: guests free it, and may not have a null pointer. */
    private int copy(byte[] bytes) {
        int address = allocator.allocate(1, bytes.length);
        memory.write(address, bytes, 0, bytes.length);
        return address;
    }
}
