// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Body;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.DefaultFileRegion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the content of one answer in pieces. A piece is made when the one before has gone to the
 * system whole, so a client that doesn't read costs one piece, however much there is to send.
 * Confined to the connection's event loop, but for reading files.
 */
final class ContentSender implements ChannelFutureListener {

    /** Bytes by one {@code sendfile}: the other connections of the loop wait for it. */
    private static final int REGION_BYTES = 1 << 20;

    /** Bytes of shared direct memory at once; nothing is copied. */
    private static final int DIRECT_BYTES = 256 << 10;

    /** Bytes copied from the heap, or read from a file, for one connection at once. */
    private static final int COPY_BYTES = 32 << 10;

    private final Connection connection;
    private final Channel channel;
    private final ListenerState state;
    private final Body body;
    private final ArrayDeque<Body> parts = new ArrayDeque<>();

    private long partSent;
    private long sent;
    private int pieceLength;
    private @Nullable ByteBuf buffer;
    private @Nullable DefaultFileRegion region;

    ContentSender(Connection connection, Channel channel, ListenerState state, Body body) {
        this.connection = connection;
        this.channel = channel;
        this.state = state;
        this.body = body;
        flatten(body);
    }

    /** Sends the next piece, or tells the connection that there is none. */
    void next() {
        Body part = parts.peek();
        while (part != null && partSent == part.length()) {
            parts.remove();
            partSent = 0;
            part = parts.peek();
        }
        switch (part) {
            case null -> finish(false);
            case Body.Bytes bytes -> write(copy(bytes));
            case Body.Direct direct -> write(slice(direct));
            case Body.FileRegion file -> {
                if (state.config().sendfile()) {
                    write(region(file));
                } else {
                    readThenWrite(file);
                }
            }
            case Body.Sequence sequence -> throw new IllegalStateException("not flattened");
        }
    }

    /** A piece was sent, or won't be. */
    @Override
    public void operationComplete(ChannelFuture future) {
        long progress = pieceProgress();
        buffer = null;
        region = null;
        if (!future.isSuccess()) {
            sent += progress;
            finish(true);
            return;
        }
        sent += pieceLength;
        partSent += pieceLength;
        next();
    }

    /** Bytes given to the system so far. */
    long sent() {
        return sent + pieceProgress();
    }

    /** Whether the next piece is being read: the client is not to blame for the time. */
    boolean isReading() {
        return buffer == null && region == null;
    }

    private long pieceProgress() {
        if (region != null) {
            return region.transferred();
        }
        return buffer != null && buffer.refCnt() > 0 ? pieceLength - buffer.readableBytes() : 0;
    }

    private void flatten(Body part) {
        if (part instanceof Body.Sequence(var inner)) {
            inner.forEach(this::flatten);
        } else {
            parts.add(part);
        }
    }

    private ByteBuf copy(Body.Bytes part) {
        int length = (int) Math.min(COPY_BYTES, part.length() - partSent);
        return channel.alloc()
                .directBuffer(length, length)
                .writeBytes(part.bytes(), (int) partSent, length);
    }

    private ByteBuf slice(Body.Direct part) {
        int length = (int) Math.min(DIRECT_BYTES, part.length() - partSent);
        ByteBuffer whole = part.buffer();
        return Unpooled.wrappedBuffer(whole.slice(whole.position() + (int) partSent, length));
    }

    private SharedRegion region(Body.FileRegion part) {
        long length = Math.min(REGION_BYTES, part.length() - partSent);
        return new SharedRegion(part.channel(), part.position() + partSent, length);
    }

    private void write(ByteBuf piece) {
        buffer = piece;
        pieceLength = piece.readableBytes();
        var _ = channel.writeAndFlush(piece).addListener(this);
    }

    private void write(SharedRegion piece) {
        region = piece;
        pieceLength = (int) piece.count();
        var _ = channel.writeAndFlush(piece).addListener(this);
    }

    private void readThenWrite(Body.FileRegion part) {
        int length = (int) Math.min(COPY_BYTES, part.length() - partSent);
        ByteBuf target = channel.alloc().directBuffer(length, length);
        long position = part.position() + partSent;
        try {
            state.disk().execute(() -> read(part.channel(), position, target));
        } catch (RejectedExecutionException stopped) {
            fail(target);
        }
    }

    /** On a thread that may wait for the disk. */
    private void read(FileChannel file, long position, ByteBuf target) {
        boolean complete = false;
        try {
            ByteBuffer bytes = target.internalNioBuffer(0, target.capacity());
            complete = readFully(file, position, bytes);
        } catch (IOException e) {
            complete = false;
        }
        boolean readable = complete;
        try {
            channel.eventLoop().execute(() -> written(target, readable));
        } catch (RejectedExecutionException stopped) {
            target.release();
            body.release();
        }
    }

    private static boolean readFully(FileChannel file, long position, ByteBuffer bytes)
            throws IOException {
        long next = position;
        while (bytes.hasRemaining()) {
            int count = file.read(bytes, next);
            if (count < 0) {
                return false;
            }
            next += count;
        }
        return true;
    }

    private void written(ByteBuf target, boolean readable) {
        if (readable) {
            write(target.writerIndex(target.capacity()));
        } else {
            fail(target);
        }
    }

    private void fail(ByteBuf target) {
        target.release();
        finish(true);
    }

    private void finish(boolean cut) {
        body.release();
        connection.sent(cut);
    }

    /** A part of a file whose channel others use too: sending it doesn't close the channel. */
    private static final class SharedRegion extends DefaultFileRegion {

        SharedRegion(FileChannel file, long position, long count) {
            super(file, position, count);
        }

        @Override
        protected void deallocate() {}
    }
}
