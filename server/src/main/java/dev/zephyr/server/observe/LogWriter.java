// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * The one thread that writes the access log. It sleeps while there is nothing to write, and gathers
 * lines for a moment when there is, so that many share one system call and one wake-up.
 */
final class LogWriter implements Runnable {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.accesslog");

    /** So late a line may be in a quiet server; a ring that is half full is written at once. */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How long the last lines may take when the server stops. */
    private static final long CLOSE_MILLIS = 2_000;

    private final LogTarget target;
    private final List<LogRing> rings;
    private final LongConsumer dropped;
    private final Thread thread;

    /** Set by the writer before it looks a last time and sleeps, cleared by whoever wakes it. */
    private volatile boolean asleep;

    private volatile boolean reopening;
    private volatile boolean closed;
    private boolean failing;

    /**
     * A thread that is started.
     *
     * @param dropped is told how many lines the target did not take
     */
    LogWriter(LogTarget target, List<LogRing> rings, LongConsumer dropped) {
        this.target = target;
        this.rings = rings;
        this.dropped = dropped;
        thread = Thread.ofPlatform().daemon().name("access-log").start(this);
    }

    /** There is something to write; called by event loops after each line. */
    void lineAdded(LogRing ring, int length) {
        if (asleep || ring.passedHalf(length)) {
            wake();
        }
    }

    /** Opens the file again before the next line. */
    void reopen() {
        reopening = true;
        wake();
    }

    private void wake() {
        asleep = false;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        while (!closed) {
            if (isAnythingWritten()) {
                LockSupport.parkNanos(this, GATHER_NANOS);
            } else {
                sleep();
            }
        }
        isAnythingWritten();
        try {
            target.close();
        } catch (IOException e) {
            tell(e);
        }
    }

    private void sleep() {
        asleep = true;
        if (!closed && !reopening && rings.stream().allMatch(LogRing::isEmpty)) {
            LockSupport.park(this);
        }
        asleep = false;
    }

    private boolean isAnythingWritten() {
        if (reopening) {
            reopening = false;
            try {
                target.reopen();
            } catch (IOException e) {
                tell(e);
            }
        }
        boolean any = false;
        for (LogRing ring : rings) {
            any |= isAnythingWritten(ring);
        }
        return any;
    }

    private boolean isAnythingWritten(LogRing ring) {
        try {
            boolean any = ring.drainTo(this::write);
            failing &= !any;
            return any;
        } catch (IOException e) {
            tell(e);
            return true;
        }
    }

    private void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            target.write(bytes, offset, length);
        } catch (IOException e) {
            dropped.accept(lines(bytes, offset, length));
            throw e;
        }
    }

    private static long lines(byte[] bytes, int offset, int length) {
        long lines = 0;
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] == '\n') {
                lines++;
            }
        }
        return lines;
    }

    /** Once, until it works again: a full disk must not fill the other log too. */
    private void tell(IOException failure) {
        if (!failing) {
            failing = true;
            LOG.log(
                    Level.WARNING,
                    "access log: lines are lost: {0} (expected: a target that can be written)",
                    failure.getMessage());
        }
    }

    /** Writes what is there and ends; gives up on a target that takes nothing. */
    void close() {
        closed = true;
        wake();
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
