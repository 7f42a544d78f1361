// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Tells a connection what happens on its channel. Confined to the connection's event loop. */
final class ChannelEvents extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = System.getLogger("dev.zephyr.transport");

    private final Connection connection;
    private final byte[] received;

    /**
     * Events for one connection.
     *
     * @param received where bytes are put before the connection sees them
     */
    ChannelEvents(Connection connection, byte[] received) {
        this.connection = connection;
        this.received = received;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        connection.opened();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            while (bytes.isReadable()) {
                int count = Math.min(bytes.readableBytes(), received.length);
                bytes.readBytes(received, 0, count);
                connection.receive(received, count);
            }
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        connection.received();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            connection.resume();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            connection.inputEnded();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        connection.closed();
    }

    /** A client that resets its connection is no news; anything else is a fault of ours. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.log(Level.ERROR, "a connection was closed by a fault", cause);
        }
        connection.close();
    }
}
