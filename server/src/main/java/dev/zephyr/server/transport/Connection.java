// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Response;
import dev.zephyr.server.transport.ConnectionObserver.TimeLimit;
import dev.zephyr.server.transport.RequestReader.Stage;
import dev.zephyr.server.transport.ResponseHead.Persistence;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.Future;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One connection: reads a request, has it handled, writes the answer, and only then reads the next.
 * Confined to the connection's event loop.
 */
final class Connection {

    private static final Logger LOG = System.getLogger("dev.zephyr.transport");

    private enum Phase {
        /** Waits for a request, or for the rest of one. */
        READING,
        /** The handler has the request. */
        ANSWERING,
        /** The content of the answer is being sent in pieces. */
        SENDING,
        /** The last answer was written; what comes in is thrown away. */
        LINGERING,
        CLOSED
    }

    private final ListenerState state;
    private final Loop loop;
    private final DuplexChannel channel;
    private final RequestReader reader;
    private final AnswerWriter writer;
    private final TimeKeeper time;
    private final Membership membership;

    private Phase phase = Phase.READING;
    private boolean receiving;
    private boolean advancing;
    private boolean inputEnded;
    private boolean lastAnswer;
    private @Nullable LiveExchange exchange;

    Connection(ListenerState state, Loop loop, DuplexChannel channel) {
        this.state = state;
        this.loop = loop;
        this.channel = channel;
        InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
        this.reader = new RequestReader(state.reading(), loop.parser(), peer);
        this.writer = new AnswerWriter(this, state, loop, channel);
        this.membership = new Membership(state, loop);
        this.time = new TimeKeeper(state.limits(), System.nanoTime());
    }

    /** The connection is open: takes it in, or refuses it. */
    void opened() {
        switch (membership.enter(this)) {
            case ADMITTED -> {}
            case REFUSED -> {
                writer.write(Refusal.TOO_MANY_CONNECTIONS);
                linger(System.nanoTime());
            }
            case DROPPED -> close();
        }
    }

    /** Bytes were received; {@link #received} follows. */
    void receive(byte[] bytes, int count) {
        receiving = true;
        if (phase == Phase.LINGERING || phase == Phase.CLOSED) {
            return;
        }
        reader.add(bytes, count);
        advance();
        reader.settle();
        boolean busy = phase != Phase.READING || !channel.isWritable();
        if (busy && reader.pending() >= state.limits().pipelineBytesMax()) {
            channel.config().setAutoRead(false);
        }
    }

    /** Nothing more is there to receive at the moment: what was answered leaves together. */
    void received() {
        receiving = false;
        channel.flush();
    }

    /** Goes on after an answer, or when the client has taken what was written. */
    void resume() {
        if (advancing) {
            return;
        }
        advance();
        reader.settle();
        if (phase == Phase.READING && channel.isWritable() && !channel.config().isAutoRead()) {
            channel.config().setAutoRead(true);
        }
        if (!receiving) {
            channel.flush();
        }
    }

    /** The client sends nothing more. It may still wait for answers. */
    void inputEnded() {
        inputEnded = true;
        resume();
        if (phase == Phase.LINGERING && channel.isOutputShutdown()) {
            close();
        }
    }

    /** The connection is gone. */
    void closed() {
        phase = Phase.CLOSED;
        if (exchange != null) {
            exchange.cancel();
            exchange = null;
            writer.abandon(System.nanoTime());
        }
        reader.close();
        membership.leave();
    }

    EventLoop eventLoop() {
        return loop.eventLoop();
    }

    Membership membership() {
        return membership;
    }

    /** Sends the answer of an exchange, or releases it if that is over. */
    void answer(LiveExchange answered, Response response) {
        if (answered != exchange) {
            response.body().release();
            return;
        }
        exchange = null;
        phase = Phase.SENDING;
        time.sending(System.nanoTime());
        lastAnswer = !reader.isPersistent() || state.isDraining();
        Persistence kept = reader.isOldClient() ? Persistence.KEEP_ALIVE : Persistence.DEFAULT;
        if (writer.write(response, lastAnswer ? Persistence.CLOSE : kept)) {
            answered();
        }
    }

    /** The content of the answer was sent in pieces, or only a part of it. */
    void sent(boolean cut) {
        writer.sent(cut);
        if (cut) {
            close();
        }
        answered();
    }

    /** The listener is being stopped: an idle connection ends, any other with its answer. */
    void drain() {
        boolean idle = phase == Phase.READING && reader.stage() == Stage.IDLE;
        if (idle && reader.pending() == 0 && writer.isFlushed()) {
            close();
        }
    }

    /** Ends the connection whatever it is at. */
    void close() {
        var _ = channel.close();
    }

    /**
     * How long the client has taken nothing of an answer that is held in memory for it.
     *
     * @return nanoseconds; negative if there is no such answer
     */
    long stalledNanos(long now) {
        return phase == Phase.SENDING && writer.heldBytes() > 0 ? time.stalledNanos(now) : -1;
    }

    /** Looks whether a time limit is over. */
    void tick(long now) {
        if (phase == Phase.SENDING) {
            time.sent(writer.progress(), now);
        }
        if (!time.isOver(now)) {
            return;
        }
        TimeLimit limit = time.limit();
        if (limit != null) {
            state.observer().timedOut(loop.index(), limit);
        }
        if (phase != Phase.READING || reader.stage() == Stage.IDLE || !channel.isWritable()) {
            close();
        } else {
            refuse(reader.stage() == Stage.HEAD ? Refusal.HEAD_TIME : Refusal.BODY_TIME);
        }
    }

    private void advance() {
        advancing = true;
        try {
            boolean more = true;
            while (more && phase == Phase.READING && channel.isWritable()) {
                more = step();
            }
        } finally {
            advancing = false;
        }
    }

    /** Does one thing; returns whether there may be another. */
    private boolean step() {
        switch (reader.advance()) {
            case MORE -> {
                awaitMore();
                return false;
            }
            case CONTINUE -> {
                writer.writeContinue();
                channel.flush();
            }
            case REQUEST -> handle();
            case REFUSED -> refuse(reader.refusal());
        }
        return true;
    }

    private void awaitMore() {
        if (inputEnded) {
            linger(System.nanoTime());
        } else {
            time.reading(reader.stage(), reader.bytesRead());
        }
    }

    private void handle() {
        LiveExchange started = new LiveExchange(this, reader.request());
        exchange = started;
        phase = Phase.ANSWERING;
        time.unlimited();
        writer.begin(started, reader, System.nanoTime());
        try {
            state.handler().handle(started);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "the handler failed on a request", e);
            if (!started.isAnswered()) {
                started.respond(Refusal.HANDLER_FAILED.response());
            }
        }
    }

    private void answered() {
        long now = System.nanoTime();
        writer.complete(now);
        reader.release();
        if (!channel.isActive()) {
            phase = Phase.CLOSED;
        } else if (lastAnswer) {
            linger(now);
        } else {
            phase = Phase.READING;
            time.idle(now);
            resume();
        }
    }

    private void refuse(Refusal refusal) {
        state.observer().requestRefused(loop.index(), refusal.status());
        writer.write(refusal);
        linger(System.nanoTime());
    }

    /**
     * Ends the connection in a way that lets the client read the last answer: closing it while the
     * client still sends would take the answer from it (RFC 9112 section 9.6).
     */
    private void linger(long now) {
        phase = Phase.LINGERING;
        reader.close();
        time.sending(now);
        var _ = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(this::lastWritten);
        channel.config().setAutoRead(true);
    }

    private void lastWritten(Future<? super Void> written) {
        if (!written.isSuccess() || inputEnded) {
            close();
            return;
        }
        time.lingering(System.nanoTime());
        var _ = channel.shutdownOutput();
    }
}
