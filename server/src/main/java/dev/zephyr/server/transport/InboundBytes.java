// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import java.util.Arrays;

/**
 * What a connection has received and not yet read. As long as whole requests arrive, it looks into
 * a buffer that all connections of a loop share; only an incomplete request gets memory of its own,
 * so an idle connection holds none. Confined to the connection's event loop.
 */
final class InboundBytes {

    private static final byte[] NONE = new byte[0];

    private byte[] array = NONE;
    private int start;
    private int end;
    private boolean borrowed;

    /** Adds what was received. {@link #settle} must follow before {@code source} is changed. */
    void add(byte[] source, int count) {
        if (start == end) {
            array = source;
            start = 0;
            end = count;
            borrowed = true;
            return;
        }
        settle();
        if (end + count > array.length) {
            array = Arrays.copyOf(array, Math.max(end + count, 2 * array.length));
        }
        System.arraycopy(source, 0, array, end, count);
        end += count;
    }

    /** Moves what is left into memory of its own. */
    void settle() {
        if (start == end) {
            clear();
        } else if (borrowed) {
            array = Arrays.copyOfRange(array, start, end);
            end -= start;
            start = 0;
            borrowed = false;
        } else if (start > 0) {
            System.arraycopy(array, start, array, 0, end - start);
            end -= start;
            start = 0;
        }
    }

    void clear() {
        array = NONE;
        start = 0;
        end = 0;
        borrowed = false;
    }

    byte[] array() {
        return array;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    int length() {
        return end - start;
    }

    /** Everything before {@code position} was read. */
    void readTo(int position) {
        start = position;
    }
}
