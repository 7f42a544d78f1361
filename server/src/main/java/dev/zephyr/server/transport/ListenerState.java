// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** What all connections of a listener share. Thread-safe. */
final class ListenerState {

    private final ListenerConfig config;
    private final SystemIo io;
    private final RequestReader.ReaderContext reading;
    private final ConnectionObserver observer;
    private final Executor disk;
    private final AtomicInteger connections = new AtomicInteger();

    /** Set by the thread that stops the listener, read by the event loops. */
    private volatile boolean draining;

    ListenerState(
            ListenerConfig config, Handler handler, ConnectionObserver observer, Executor disk) {
        this.config = config;
        this.io = SystemIo.choose(config.nativeIo());
        this.observer = observer;
        this.disk = disk;
        TransportLimits limits = config.limits();
        ContentBudget budget = new ContentBudget(limits.bodyBytesInFlightMax());
        this.reading = new RequestReader.ReaderContext(limits, handler, budget);
    }

    ListenerConfig config() {
        return config;
    }

    TransportLimits limits() {
        return config.limits();
    }

    SystemIo io() {
        return io;
    }

    Handler handler() {
        return reading.handler();
    }

    /** What the readers of requests share. */
    RequestReader.ReaderContext reading() {
        return reading;
    }

    ConnectionObserver observer() {
        return observer;
    }

    /** Where files are read that aren't sent by the system. */
    Executor disk() {
        return disk;
    }

    /** Counts a connection in; returns how many there are with it. */
    int enter() {
        return connections.incrementAndGet();
    }

    /** Counts a connection out. */
    void leave() {
        connections.decrementAndGet();
    }

    /** Open connections, those being refused among them. */
    int connections() {
        return connections.get();
    }

    /** Whether each answer is the last of its connection. */
    boolean isDraining() {
        return draining;
    }

    void drain() {
        draining = true;
    }
}
