// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.transport.ConnectionObserver;

/** Two observers of the same connections, told one after the other. Thread-safe. */
record ObserverPair(ConnectionObserver first, ConnectionObserver second)
        implements ConnectionObserver {

    @Override
    public void connectionOpened(int loop) {
        first.connectionOpened(loop);
        second.connectionOpened(loop);
    }

    @Override
    public void connectionRefused(int loop) {
        first.connectionRefused(loop);
        second.connectionRefused(loop);
    }

    @Override
    public void connectionClosed(int loop) {
        first.connectionClosed(loop);
        second.connectionClosed(loop);
    }

    @Override
    public void requestStarted(int loop) {
        first.requestStarted(loop);
        second.requestStarted(loop);
    }

    @Override
    public void requestRefused(int loop, int status) {
        first.requestRefused(loop, status);
        second.requestRefused(loop, status);
    }

    @Override
    public void responseCompleted(int loop, Completion completion) {
        first.responseCompleted(loop, completion);
        second.responseCompleted(loop, completion);
    }

    @Override
    public void timedOut(int loop, TimeLimit limit) {
        first.timedOut(loop, limit);
        second.timedOut(loop, limit);
    }

    @Override
    public void loopLagged(int loop, long nanos) {
        first.loopLagged(loop, nanos);
        second.loopLagged(loop, nanos);
    }
}
