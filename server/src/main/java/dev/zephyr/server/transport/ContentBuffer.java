// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The content of one request as it comes in, kept or only counted. It grows with what has arrived,
 * not with what was announced. Confined to the connection's event loop.
 */
final class ContentBuffer {

    private static final byte[] NONE = new byte[0];

    /** The first allocation in bytes: most forms and JSON documents are smaller. */
    private static final int FIRST = 4 << 10;

    private final ContentBudget budget;

    private byte[] bytes = NONE;
    private long size;
    private long sizeMax;
    private boolean kept;

    ContentBuffer(ContentBudget budget) {
        this.budget = budget;
    }

    /**
     * Begins with the content of another request.
     *
     * @param sizeMax more than that is refused
     * @param kept whether somebody will read it
     */
    void start(long sizeMax, boolean kept) {
        clear();
        this.sizeMax = sizeMax;
        this.kept = kept;
    }

    /** Adds bytes; returns why they can't be, or null. */
    @Nullable Refusal append(byte[] source, int from, int count) {
        if (size + count > sizeMax) {
            return Refusal.BODY_SIZE;
        }
        if (kept) {
            if (size + count > bytes.length && !grow((int) size + count)) {
                return Refusal.TOO_MUCH_CONTENT;
            }
            System.arraycopy(source, from, bytes, (int) size, count);
        }
        size += count;
        return null;
    }

    boolean isKept() {
        return kept;
    }

    /** Bytes so far. */
    long size() {
        return size;
    }

    /** Everything that was kept. It counts against the budget until {@link #clear}. */
    byte[] toArray() {
        if (bytes.length > size) {
            budget.release(bytes.length - size);
            bytes = Arrays.copyOf(bytes, (int) size);
        }
        return bytes;
    }

    /** Lets the content go. */
    void clear() {
        budget.release(bytes.length);
        bytes = NONE;
        size = 0;
    }

    private boolean grow(int needed) {
        long doubled = Math.max(FIRST, 2L * bytes.length);
        int capacity = (int) Math.min(sizeMax, Math.max(needed, doubled));
        if (!budget.reserve(capacity - bytes.length)) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, capacity);
        return true;
    }
}
