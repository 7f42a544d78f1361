// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.Response;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The exchange that a connection is at. Thread-safe. */
final class LiveExchange implements Exchange, Runnable {

    private static final VarHandle RESPONSE;

    static {
        try {
            RESPONSE =
                    MethodHandles.lookup()
                            .findVarHandle(LiveExchange.class, "response", Response.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Connection connection;
    private final Request request;

    /** Written once; handed from the answering thread to the event loop. */
    private volatile @Nullable Response response;

    /** Published by the answer. */
    private int tag;

    /** Written by the event loop, read by whoever works on the answer. */
    private volatile boolean cancelled;

    LiveExchange(Connection connection, Request request) {
        this.connection = connection;
        this.request = request;
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public void tag(int newTag) {
        tag = newTag;
    }

    @Override
    public void respond(Response answer) {
        StatusLine.of(answer.status());
        if (!RESPONSE.compareAndSet(this, null, answer)) {
            throw new IllegalStateException("there was an answer already");
        }
        if (connection.eventLoop().inEventLoop()) {
            connection.answer(this, answer);
            return;
        }
        try {
            connection.eventLoop().execute(this);
        } catch (RejectedExecutionException stopped) {
            answer.body().release();
        }
    }

    /** On the event loop: sends the answer. */
    @Override
    public void run() {
        Response answer = response;
        if (answer != null) {
            connection.answer(this, answer);
        }
    }

    @Override
    public void afterBatch(Runnable task) {
        // A loop runs its tasks after the connections that were ready.
        connection.eventLoop().execute(task);
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    /** What answers; known when there is an answer, before that perhaps. */
    int tag() {
        return tag;
    }

    boolean isAnswered() {
        return response != null;
    }

    /** The client has gone. */
    void cancel() {
        cancelled = true;
    }
}
