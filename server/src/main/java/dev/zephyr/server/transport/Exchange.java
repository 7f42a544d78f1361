// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.Response;

/** A request and the way back to its client. Thread-safe. */
public interface Exchange {

    Request request();

    /**
     * Says what answers, for the observer, which is handed the number back: see {@link
     * ConnectionObserver.Completion#tag}. To be called before {@link #respond}.
     */
    void tag(int tag);

    /**
     * Sends the answer, or releases it if the client has gone. Exactly once, from any thread.
     *
     * @throws IllegalStateException if there was an answer already
     */
    void respond(Response response);

    /**
     * Runs a task on the event loop, soon: when the requests that were received together with this
     * one have been handled. Tasks of a batch run one after the other, so what they hand to other
     * threads wakes those once and not each time. To be called on the event loop.
     */
    void afterBatch(Runnable task);

    /** Whether the client has gone: an answer would reach nobody. */
    boolean isCancelled();
}
