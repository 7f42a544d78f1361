// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Strings as {@code environ_get} and {@code args_get} hand them out: one block of zero-terminated
 * UTF-8 and the offset of each string in it. Immutable.
 */
final class StringBlock {

    private final byte[] bytes;
    private final int[] offsets;

    private StringBlock(byte[] bytes, int[] offsets) {
        this.bytes = bytes;
        this.offsets = offsets;
    }

    static StringBlock of(List<String> strings) {
        int[] offsets = new int[strings.size()];
        var joined = new StringBuilder();
        int length = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = length;
            String terminated = strings.get(i) + '\0';
            joined.append(terminated);
            length += terminated.getBytes(StandardCharsets.UTF_8).length;
        }
        return new StringBlock(joined.toString().getBytes(StandardCharsets.UTF_8), offsets);
    }

    /** {@code environ_sizes_get}, {@code args_sizes_get}. */
    int sizes(GuestBytes memory, int countAddress, int sizeAddress) {
        memory.putInt(countAddress, offsets.length);
        memory.putInt(sizeAddress, bytes.length);
        return Errno.SUCCESS;
    }

    /** {@code environ_get}, {@code args_get}. */
    int copy(GuestBytes memory, int pointersAddress, int stringsAddress) {
        memory.write(stringsAddress, bytes, 0, bytes.length);
        for (int i = 0; i < offsets.length; i++) {
            memory.putInt(pointersAddress + 4 * i, stringsAddress + offsets[i]);
        }
        return Errno.SUCCESS;
    }
}
