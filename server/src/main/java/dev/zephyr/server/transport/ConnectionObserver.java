// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Request;

/**
 * Told of what happens on connections, to count and to log it. Every method is called on the event
 * loop of the connection, whose number comes first (from 0, below the listener's number of loops),
 * so an observer can keep one shard per loop and write it without a lock. No method may block.
 *
 * <pre>
 *   connectionRefused                      beyond the limit of connections; nothing else follows
 *   connectionOpened
 *     requestStarted → responseCompleted   each request that reaches the handler
 *     requestRefused                       answered by the connection itself; it closes then
 *     timedOut                             a time limit has cut the connection
 *   connectionClosed
 * </pre>
 */
public interface ConnectionObserver {

    /** Sees nothing. */
    ConnectionObserver NONE = new ConnectionObserver() {};

    /** A limit of time. */
    enum TimeLimit {
        IDLE,
        HEAD,
        BODY,
        WRITE_STALL
    }

    /** One request and its answer. Valid only during the call. */
    interface Completion {

        Request request();

        /** Of the answer; 0 if the client was gone before there was one. */
        int status();

        /** Head and content of the request as they came in. */
        long bytesIn();

        /** Whether the request is of HTTP/1.0, else it is of HTTP/1.1. */
        boolean isOldClient();

        /** What {@link Exchange#tag} was told last, 0 if nothing. */
        int tag();

        /** Content of the answer that was given to the system. */
        long contentBytesOut();

        /** Head and content of the answer that were given to the system. */
        long bytesOut();

        /** From the last byte of the request to the last of the answer. */
        long nanos();

        /** Whether the answer was cut off before its end. */
        boolean isCut();
    }

    default void connectionOpened(int loop) {}

    default void connectionRefused(int loop) {}

    default void connectionClosed(int loop) {}

    default void requestStarted(int loop) {}

    default void requestRefused(int loop, int status) {}

    default void responseCompleted(int loop, Completion completion) {}

    default void timedOut(int loop, TimeLimit limit) {}

    /** Twice a second or more: how late the loop came to look at its clock. */
    default void loopLagged(int loop, long nanos) {}
}
