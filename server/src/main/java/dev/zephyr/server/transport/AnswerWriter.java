// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.transport.ResponseHead.Persistence;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Writes the answers of one connection, one at a time, and knows the figures of the last one.
 * Confined to the connection's event loop.
 */
final class AnswerWriter implements ConnectionObserver.Completion {

    private static final Logger LOG = System.getLogger("dev.zephyr.transport");

    private final Connection connection;
    private final ListenerState state;
    private final Loop loop;
    private final Channel channel;

    private @Nullable LiveExchange exchange;
    private @Nullable ContentSender sender;
    private long bytesIn;
    private long startNanos;
    private long nanos;
    private int status;
    private long bytesOut;
    private long headBytes;
    private boolean oldClient;
    private long heldBytes;
    private boolean cut;
    private boolean unsentLimited;

    AnswerWriter(Connection connection, ListenerState state, Loop loop, Channel channel) {
        this.connection = connection;
        this.state = state;
        this.loop = loop;
        this.channel = channel;
    }

    /** A request was read; its answer comes next. */
    void begin(LiveExchange started, RequestReader reader, long now) {
        exchange = started;
        bytesIn = reader.bytesRead();
        oldClient = reader.isOldClient();
        startNanos = now;
        status = 0;
        bytesOut = 0;
        headBytes = 0;
        cut = false;
        state.observer().requestStarted(loop.index());
    }

    /**
     * Writes an answer without flushing it.
     *
     * @return whether it is written whole; if not, {@link Connection#sent} follows
     */
    boolean write(Response response, Persistence persistence) {
        Body body = response.body();
        status = response.status();
        boolean suppressed = request().isHead() || !ResponseHead.hasLength(status);
        boolean inline = suppressed || InlineContent.fits(body);
        if (!inline && !hold(body)) {
            body.release();
            return write(Refusal.TOO_MANY_ANSWERS.response(), persistence);
        }
        Body content = suppressed || !inline ? Body.EMPTY : body;
        try {
            writeBuffer(response, content, persistence);
        } catch (IOException | RuntimeException unreadable) {
            LOG.log(Level.WARNING, "an answer could not be sent", unreadable);
            body.release();
            cut = true;
            connection.close();
            return true;
        }
        if (inline) {
            body.release();
            return true;
        }
        limitUnsent(body);
        sender = new ContentSender(connection, channel, state, body);
        sender.next();
        return false;
    }

    /** Writes the last answer of the connection, to what was no request. */
    void write(Refusal refusal) {
        Response response = refusal.response();
        try {
            writeBuffer(response, response.body(), Persistence.CLOSE);
        } catch (IOException impossible) {
            throw new IllegalStateException("an answer in the heap is always readable", impossible);
        }
    }

    /** Writes the interim answer that asks for the content. */
    void writeContinue() {
        byte[] interim = ResponseHead.interim();
        ByteBuf out = channel.alloc().directBuffer(interim.length).writeBytes(interim);
        var _ = channel.write(out, channel.voidPromise());
    }

    /** The content was sent in pieces, or only a part of it. */
    void sent(boolean wasCut) {
        if (sender != null) {
            bytesOut += sender.sent();
            sender = null;
        }
        loop.letGo(heldBytes);
        heldBytes = 0;
        cut = wasCut;
    }

    /** Nothing more will be written to this request. */
    void complete(long now) {
        nanos = now - startNanos;
        state.observer().responseCompleted(loop.index(), this);
        exchange = null;
    }

    /** The client has gone before there was an answer. */
    void abandon(long now) {
        cut = true;
        complete(now);
    }

    /**
     * How far the content is that is sent in pieces.
     *
     * @return bytes given to the system; -1 if the connection waits for the disk, not the client
     */
    long progress() {
        return sender == null || sender.isReading() ? -1 : sender.sent();
    }

    /** Bytes in the heap that wait for the client. */
    long heldBytes() {
        return heldBytes;
    }

    /** Whether the system has everything that was written. */
    boolean isFlushed() {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return unsent == null || unsent.isEmpty();
    }

    @Override
    public Request request() {
        return exchange().request();
    }

    @Override
    public int tag() {
        return exchange().tag();
    }

    private LiveExchange exchange() {
        if (exchange == null) {
            throw new IllegalStateException("no request is being answered");
        }
        return exchange;
    }

    @Override
    public boolean isOldClient() {
        return oldClient;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public long bytesIn() {
        return bytesIn;
    }

    @Override
    public long contentBytesOut() {
        return bytesOut - headBytes;
    }

    @Override
    public long bytesOut() {
        return bytesOut;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public boolean isCut() {
        return cut;
    }

    private boolean hold(Body body) {
        long bytes = heapBytes(body);
        if (bytes > 0 && !loop.hold(bytes)) {
            return false;
        }
        heldBytes = bytes;
        return true;
    }

    private static long heapBytes(Body body) {
        return switch (body) {
            case Body.Bytes bytes -> bytes.length();
            case Body.Direct _, Body.FileRegion _ -> 0;
            case Body.Sequence sequence ->
                    sequence.parts().stream().mapToLong(AnswerWriter::heapBytes).sum();
        };
    }

    /** What the system copies for a client that doesn't read would be out of our sight. */
    private void limitUnsent(Body body) {
        boolean copied = !(state.config().sendfile() && body instanceof Body.FileRegion);
        if (copied && !unsentLimited) {
            unsentLimited = true;
            state.io().limitUnsent(channel);
        }
    }

    private void writeBuffer(Response response, Body content, Persistence persistence)
            throws IOException {
        int size = ResponseHead.bytesMax(response) + (int) content.length();
        ByteBuf out = channel.alloc().directBuffer(size, size);
        boolean written = false;
        try {
            loop.responseHead().write(out, response, persistence);
            InlineContent.write(out, content);
            written = true;
        } finally {
            if (!written) {
                out.release();
            }
        }
        bytesOut = out.readableBytes();
        headBytes = bytesOut - content.length();
        var _ = channel.write(out, channel.voidPromise());
    }
}
