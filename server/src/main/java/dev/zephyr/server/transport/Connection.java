// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Response;
import dev.zephyr.server.transport.ConnectionObserver.TimeLimit;
import dev.zephyr.server.transport.RequestReader.Stage;
import dev.zephyr.server.transport.ResponseHead.Persistence;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One connection: reads a request, has it handled, writes the answer, and only then reads the next.
 * Confined to the connection's event loop.
 */
final class Connection extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = System.getLogger("dev.zephyr.transport");

    /** So many clients at once are told why they are refused; more are just closed. */
    private static final int REFUSED_MAX = 64;

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

    private Phase phase = Phase.READING;
    private int place;
    private boolean admitted;
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
        this.time = new TimeKeeper(state.limits(), System.nanoTime());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        place = loop.add(this);
        int open = state.enter();
        int max = state.limits().connectionsMax();
        admitted = open <= max;
        if (admitted) {
            state.observer().connectionOpened(loop.index());
            return;
        }
        state.observer().connectionRefused(loop.index());
        if (open <= max + REFUSED_MAX) {
            writer.write(Refusal.TOO_MANY_CONNECTIONS);
            linger(System.nanoTime());
        } else {
            var _ = channel.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        receiving = true;
        ByteBuf bytes = (ByteBuf) message;
        try {
            byte[] received = loop.received();
            while (bytes.isReadable()) {
                int count = Math.min(bytes.readableBytes(), received.length);
                bytes.readBytes(received, 0, count);
                receive(received, count);
            }
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        receiving = false;
        channel.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (channel.isWritable()) {
            resume();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            inputEnded = true;
            resume();
            if (phase == Phase.LINGERING && channel.isOutputShutdown()) {
                var _ = channel.close();
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        phase = Phase.CLOSED;
        loop.remove(place);
        if (exchange != null) {
            exchange.cancel();
            exchange = null;
            writer.abandon(System.nanoTime());
        }
        reader.close();
        state.leave();
        if (admitted) {
            state.observer().connectionClosed(loop.index());
        }
    }

    /** A client that resets its connection is no news; anything else is a fault of ours. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.log(Level.ERROR, "connection closed by a fault", cause);
        }
        var _ = channel.close();
    }

    boolean isOnLoop() {
        return loop.eventLoop().inEventLoop();
    }

    void runOnLoop(Runnable task) {
        loop.eventLoop().execute(task);
    }

    /** The connection's place among those of its loop has changed. */
    void moved(int newPlace) {
        place = newPlace;
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
            var _ = channel.close();
        }
        answered();
    }

    /** The listener is being stopped: closes the connection unless it is at a request. */
    void drain() {
        boolean idle = phase == Phase.READING && reader.stage() == Stage.IDLE;
        if (idle && reader.pending() == 0) {
            linger(System.nanoTime());
        }
    }

    /** Ends the connection whatever it is at. */
    void close() {
        var _ = channel.close();
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
            var _ = channel.close();
        } else {
            refuse(reader.stage() == Stage.HEAD ? Refusal.HEAD_TIME : Refusal.BODY_TIME);
        }
    }

    private void receive(byte[] received, int count) {
        if (phase == Phase.LINGERING || phase == Phase.CLOSED) {
            return;
        }
        reader.add(received, count);
        advance();
        reader.settle();
        if (reader.pending() >= state.limits().pipelineBytesMax() && phase != Phase.READING) {
            channel.config().setAutoRead(false);
        }
    }

    /** Goes on after an answer, or after the client has taken what was written. */
    private void resume() {
        if (advancing) {
            return;
        }
        advance();
        reader.settle();
        if (phase == Phase.READING && !channel.config().isAutoRead()) {
            channel.config().setAutoRead(true);
        }
        if (!receiving) {
            channel.flush();
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

    private boolean step() {
        switch (read()) {
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

    private RequestReader.Step read() {
        try {
            return reader.advance();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "the handler failed on the head of a request", e);
            refuse(Refusal.HANDLER_FAILED);
            return RequestReader.Step.MORE;
        }
    }

    private void awaitMore() {
        if (phase != Phase.READING) {
            return;
        }
        if (inputEnded) {
            linger(System.nanoTime());
            return;
        }
        switch (reader.stage()) {
            case IDLE -> {}
            case HEAD -> time.head();
            case CONTENT -> time.content(reader.bytesRead());
        }
    }

    private void handle() {
        LiveExchange started = new LiveExchange(this, reader.request());
        exchange = started;
        phase = Phase.ANSWERING;
        time.unlimited();
        writer.begin(started.request(), reader.bytesRead(), System.nanoTime());
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
            var _ = channel.close();
            return;
        }
        time.lingering(System.nanoTime());
        var _ = channel.shutdownOutput();
    }
}
