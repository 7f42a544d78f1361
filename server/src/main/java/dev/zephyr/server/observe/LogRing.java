// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Lines on their way from one event loop to the writer of the log: a ring of bytes that one thread
 * fills and one empties. What finds no room is dropped, so the loop never waits.
 */
final class LogRing {

    private static final VarHandle TAIL = position("tail");
    private static final VarHandle HEAD = position("head");

    private final byte[] bytes;

    /** Bytes ever put in; written by the event loop. */
    private long tail;

    /** Bytes ever taken out; written by the writer. */
    private long head;

    /** What the event loop last saw of {@code head}: the true one may be further. */
    private long knownHead;

    /**
     * An empty ring.
     *
     * @param capacity in bytes, a power of two
     */
    LogRing(int capacity) {
        bytes = new byte[capacity];
    }

    /** Takes bytes out. */
    interface Sink {
        void write(byte[] bytes, int offset, int length) throws IOException;
    }

    private static VarHandle position(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(LogRing.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Puts a line in; by the event loop.
     *
     * @return whether there was room
     */
    boolean offer(byte[] line, int length) {
        if (tail + length - knownHead > bytes.length) {
            knownHead = (long) HEAD.getAcquire(this);
            if (tail + length - knownHead > bytes.length) {
                return false;
            }
        }
        int at = (int) tail & bytes.length - 1;
        int first = Math.min(length, bytes.length - at);
        System.arraycopy(line, 0, bytes, at, first);
        System.arraycopy(line, first, bytes, 0, length - first);
        // Volatile: whether the writer sleeps is asked after this, and must not be asked before.
        TAIL.setVolatile(this, tail + length);
        return true;
    }

    /** Whether the line put in last, of that length, has filled it beyond a half; by the loop. */
    boolean passedHalf(int length) {
        long used = tail - knownHead;
        return used > bytes.length / 2 && used - length <= bytes.length / 2;
    }

    boolean isEmpty() {
        return (long) TAIL.getVolatile(this) == (long) HEAD.getAcquire(this);
    }

    /**
     * Hands everything that is there to a sink; by the writer.
     *
     * @return whether there was something
     * @throws IOException of the sink; what it was given is gone all the same
     */
    boolean drainTo(Sink sink) throws IOException {
        long from = head;
        long to = (long) TAIL.getAcquire(this);
        if (from == to) {
            return false;
        }
        try {
            int at = (int) from & bytes.length - 1;
            int length = (int) (to - from);
            int first = Math.min(length, bytes.length - at);
            sink.write(bytes, at, first);
            if (first < length) {
                sink.write(bytes, 0, length - first);
            }
        } finally {
            HEAD.setRelease(this, to);
        }
        return true;
    }
}
