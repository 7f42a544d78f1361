// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Random bytes for {@code random_get}, drawn ahead before a run so that the usual few of them cost
 * a guest's call no more than a copy. A byte is handed out once. Confined to one worker thread.
 */
final class RandomBytes {

    /** Drawn at a time: seeds of hash tables are 16 bytes, keys 32. */
    static final int BYTES_DRAWN = 1024;

    private final RandomGenerator generator;
    private final byte[] bytes = new byte[BYTES_DRAWN];
    private int position = BYTES_DRAWN;

    RandomBytes(RandomGenerator generator) {
        this.generator = generator;
    }

    /** Refills what the last run took, if it took much. */
    void begin() {
        if (position > BYTES_DRAWN / 2) {
            refill();
        }
    }

    /**
     * Fills a range of guest memory.
     *
     * @throws GuestInterrupted if the thread is interrupted in a long one
     */
    void fill(GuestBytes memory, int address, int length) {
        GuestRange.check(memory, address, length);
        int done = 0;
        while (done < length) {
            if (position == BYTES_DRAWN) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new GuestInterrupted();
                }
                refill();
            }
            int count = Math.min(length - done, BYTES_DRAWN - position);
            memory.write(address + done, bytes, position, count);
            Arrays.fill(bytes, position, position + count, (byte) 0);
            position += count;
            done += count;
        }
    }

    private void refill() {
        generator.nextBytes(bytes);
        position = 0;
    }
}
