// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A descriptor shared by all answers that send from it; closed when the last of them and the cache
 * have let go. Thread-safe.
 */
final class OpenFile {

    private final FileChannel channel;
    private final AtomicInteger uses = new AtomicInteger(1);

    /** With one use, the caller's. */
    OpenFile(FileChannel channel) {
        this.channel = channel;
    }

    /** To be read by position only, while a use is held. */
    FileChannel channel() {
        return channel;
    }

    /** Takes a use; false if it is closed already. */
    boolean tryRetain() {
        int current = uses.get();
        while (current > 0) {
            if (uses.compareAndSet(current, current + 1)) {
                return true;
            }
            current = uses.get();
        }
        return false;
    }

    /** Gives a use back. */
    void release() {
        int left = uses.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException("released more often than retained");
        }
        if (left == 0) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
