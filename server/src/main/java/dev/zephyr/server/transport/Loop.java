// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one event loop share: parsers, buffers, the clock. Confined to one event
 * loop.
 */
final class Loop {

    /** Time limits are looked at this often at least. */
    private static final long TICK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long TICK_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(5);

    /** A client that took something so recently does not give way to others. */
    private static final long STALLED_NANOS_MIN = TimeUnit.SECONDS.toNanos(1);

    private final int index;
    private final EventLoop eventLoop;
    private final HeadParser parser;
    private final HttpDate date = new HttpDate(InstantSource.system());
    private final ResponseHead responseHead = new ResponseHead(date);
    private final ReceiveBuffer receiveBuffer = new ReceiveBuffer();
    private final byte[] received = new byte[ReceiveBuffer.SIZE];
    private final List<Connection> connections = new ArrayList<>();
    private final long heldBytesMax;

    private long tickNanos;
    private long tickDue;

    /** Bytes of answers in the heap that are being sent in pieces. */
    private long heldBytes;

    Loop(int index, EventLoop eventLoop, ListenerConfig config) {
        this.index = index;
        this.eventLoop = eventLoop;
        this.parser = new HeadParser(config.limits());
        this.heldBytesMax = config.limits().answerBytesHeldMax() / config.loops();
    }

    /** Begins to watch the clock. */
    void start(TransportLimits limits, ConnectionObserver observer) {
        tickNanos = tickNanos(limits);
        tickDue = System.nanoTime() + tickNanos;
        var _ =
                eventLoop.scheduleAtFixedRate(
                        () -> tick(observer), tickNanos, tickNanos, TimeUnit.NANOSECONDS);
    }

    /** The number of this loop, from 0. */
    int index() {
        return index;
    }

    EventLoop eventLoop() {
        return eventLoop;
    }

    HeadParser parser() {
        return parser;
    }

    ResponseHead responseHead() {
        return responseHead;
    }

    ReceiveBuffer receiveBuffer() {
        return receiveBuffer;
    }

    /** Where received bytes are put to be read; overwritten by the next ones. */
    byte[] received() {
        return received;
    }

    /** Takes a connection in; returns its place. */
    int add(Connection connection) {
        connections.add(connection);
        return connections.size() - 1;
    }

    /** Takes a connection out; the last one takes its place. */
    void remove(int place) {
        Connection last = connections.removeLast();
        if (place < connections.size()) {
            connections.set(place, last);
            last.membership().moved(place);
        }
    }

    /**
     * Makes room for an answer that stays in the heap until its client has it. The client that has
     * been taking nothing for longest gives way.
     *
     * @return whether there is room, which {@link #letGo} gives back
     */
    boolean hold(long bytes) {
        while (heldBytes > 0 && heldBytes + bytes > heldBytesMax) {
            Connection slowest = slowest();
            if (slowest == null) {
                return false;
            }
            long before = heldBytes;
            slowest.close();
            if (heldBytes == before) {
                return false;
            }
        }
        heldBytes += bytes;
        return true;
    }

    void letGo(long bytes) {
        heldBytes -= bytes;
    }

    private @Nullable Connection slowest() {
        long now = System.nanoTime();
        long longest = STALLED_NANOS_MIN;
        Connection slowest = null;
        for (Connection connection : connections) {
            long nanos = connection.stalledNanos(now);
            if (nanos > longest) {
                longest = nanos;
                slowest = connection;
            }
        }
        return slowest;
    }

    /** Does something with every connection, which may remove itself. */
    void forEach(Consumer<Connection> action) {
        for (int i = connections.size() - 1; i >= 0; i--) {
            if (i < connections.size()) {
                action.accept(connections.get(i));
            }
        }
    }

    private void tick(ConnectionObserver observer) {
        date.update();
        long now = System.nanoTime();
        observer.loopLagged(index, Math.max(0, now - tickDue));
        tickDue += tickNanos;
        forEach(connection -> connection.tick(now));
    }

    /** A time limit is kept to a quarter of the shortest one. */
    private static long tickNanos(TransportLimits limits) {
        long shortest = Long.MAX_VALUE;
        for (Duration limit :
                List.of(
                        limits.headTime(),
                        limits.bodyTime(),
                        limits.idleTime(),
                        limits.writeStallTime(),
                        limits.lingerTime())) {
            shortest = Math.min(shortest, limit.toNanos());
        }
        return Math.clamp(shortest / 4, TICK_NANOS_MIN, TICK_NANOS_MAX);
    }
}
