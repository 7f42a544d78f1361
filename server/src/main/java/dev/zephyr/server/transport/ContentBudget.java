// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import java.util.concurrent.atomic.AtomicLong;

/** How much content all connections of a listener hold together. Thread-safe. */
final class ContentBudget {

    private final long bytesMax;
    private final AtomicLong bytes = new AtomicLong();

    ContentBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Takes that many bytes, or none of them if they aren't left. */
    boolean reserve(long count) {
        if (bytes.addAndGet(count) <= bytesMax) {
            return true;
        }
        bytes.addAndGet(-count);
        return false;
    }

    void release(long count) {
        bytes.addAndGet(-count);
    }

    /** Bytes taken at the moment. */
    long held() {
        return bytes.get();
    }
}
