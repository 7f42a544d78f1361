// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.transport.ConnectionObserver.TimeLimit;
import dev.zephyr.server.transport.RequestReader.Stage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * By when something must have happened on a connection. Its loop looks at it from time to time, so
 * setting it costs a store, and no timer is made. Confined to the connection's event loop.
 */
final class TimeKeeper {

    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final TransportLimits limits;

    private @Nullable TimeLimit limit;
    private boolean limited;
    private long deadline;
    private long contentStart;
    private long progress;

    /** A connection was opened: its first request is expected. */
    TimeKeeper(TransportLimits limits, long now) {
        this.limits = limits;
        set(TimeLimit.HEAD, now + limits.headTime().toNanos());
    }

    /** A request may come. */
    void idle(long now) {
        set(TimeLimit.IDLE, now + limits.idleTime().toNanos());
    }

    /**
     * More of a request is needed. The time of its head is that since the first part of it, the
     * time of its content grows with what has come.
     */
    void reading(Stage stage, long received) {
        switch (stage) {
            case IDLE -> {}
            case HEAD -> {
                if (limit != TimeLimit.HEAD) {
                    set(TimeLimit.HEAD, System.nanoTime() + limits.headTime().toNanos());
                }
            }
            case CONTENT -> {
                if (limit != TimeLimit.BODY) {
                    contentStart = System.nanoTime();
                }
                long earned = received * NANOS_PER_SECOND / limits.bodyRateMin();
                set(TimeLimit.BODY, contentStart + limits.bodyTime().toNanos() + earned);
            }
        }
    }

    /** The handler has the request: it has limits of its own. */
    void unlimited() {
        limit = null;
        limited = false;
    }

    /** An answer is being sent. */
    void sending(long now) {
        progress = 0;
        set(TimeLimit.WRITE_STALL, now + limits.writeStallTime().toNanos());
    }

    /** The answer has come so far; -1 if that isn't up to the client. */
    void sent(long bytes, long now) {
        if (bytes != progress || bytes < 0) {
            progress = bytes;
            deadline = now + limits.writeStallTime().toNanos();
        }
    }

    /** Since when the client has taken nothing of an answer, as far as was looked. */
    long stalledNanos(long now) {
        return now - deadline + limits.writeStallTime().toNanos();
    }

    /** The client has everything; it may take some time to read it. */
    void lingering(long now) {
        set(null, now + limits.lingerTime().toNanos());
    }

    boolean isOver(long now) {
        return limited && deadline - now < 0;
    }

    /** What {@link #isOver} is about; null if nobody is to be told. */
    @Nullable TimeLimit limit() {
        return limit;
    }

    private void set(@Nullable TimeLimit kind, long nanos) {
        limit = kind;
        limited = true;
        deadline = nanos;
    }
}
