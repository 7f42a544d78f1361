// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.wasi.testkit.ArrayBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A guest that makes requests: lays them out in its memory and reads the return area. */
final class FakeGuest {

    private static final int AREA = 64;

    final ArrayBytes memory = new ArrayBytes(4 << 20);
    private int top = 1024;

    record Reply(int error, String message, int status, List<Header> headers, byte[] body) {

        static final int OK = -1;

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    int allocate(int alignment, int bytes) {
        top = (top + alignment - 1) / alignment * alignment;
        int address = top;
        top += bytes;
        return address;
    }

    long[] arguments(int method, String uri, List<Header> headers, byte[] body) {
        int list = allocate(4, headers.size() * 16);
        for (int i = 0; i < headers.size(); i++) {
            put(list + 16 * i, headers.get(i).name());
            put(list + 16 * i + 8, headers.get(i).value());
        }
        int pair = allocate(4, 8);
        put(pair, uri);
        int content = allocate(1, body.length);
        memory.write(content, body, 0, body.length);
        return new long[] {
            body.length > 0 ? 1 : 0,
            content,
            body.length,
            list,
            headers.size(),
            method,
            0,
            0,
            memory.getInt(pair),
            memory.getInt(pair + 4),
            AREA
        };
    }

    private void put(int entry, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int address = allocate(1, bytes.length);
        memory.write(address, bytes, 0, bytes.length);
        memory.putInt(entry, address);
        memory.putInt(entry + 4, bytes.length);
    }

    Reply call(OutboundFunction function, OutboundPolicy policy, long[] arguments) {
        function.call(policy, memory, this::allocate, arguments);
        return reply();
    }

    Reply reply() {
        if (memory.getByte(AREA) == 1) {
            return new Reply(memory.getByte(AREA + 4), text(AREA + 8), 0, List.of(), new byte[0]);
        }
        assertThat(memory.getByte(AREA)).isZero();
        assertThat(memory.getByte(AREA + 4)).isEqualTo((byte) 1);
        List<Header> headers = new ArrayList<>();
        int list = memory.getInt(AREA + 16);
        assertThat(list % 4).isZero();
        for (int i = 0; i < memory.getInt(AREA + 20); i++) {
            headers.add(new Header(text(list + 16 * i), text(list + 16 * i + 8)));
        }
        int status = memory.getShort(AREA + 24);
        return new Reply(Reply.OK, "", status, headers, bytes(AREA + 8));
    }

    private String text(int entry) {
        return new String(bytes(entry), StandardCharsets.UTF_8);
    }

    private byte[] bytes(int entry) {
        byte[] bytes = new byte[memory.getInt(entry + 4)];
        assertThat(memory.getInt(entry)).as("pointer").isPositive();
        memory.read(memory.getInt(entry), bytes, 0, bytes.length);
        return bytes;
    }
}
