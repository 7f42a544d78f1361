// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/** The interface to the system's sockets. Immutable. */
enum SystemIo {
    EPOLL {
        @Override
        IoHandlerFactory handlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerChannel> serverChannel() {
            return EpollServerSocketChannel.class;
        }

        @Override
        void limitUnsent(Channel channel) {
            channel.config().setOption(EpollChannelOption.TCP_NOTSENT_LOWAT, (long) UNSENT_MAX);
        }
    },

    NIO {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerChannel> serverChannel() {
            return NioServerSocketChannel.class;
        }

        @Override
        void limitUnsent(Channel channel) {
            channel.config().setOption(ChannelOption.SO_SNDBUF, UNSENT_MAX);
        }
    };

    /**
     * Bytes that the system may hold for a client beyond what is on its way. Linux would let this
     * grow to 4 MiB, so that a thousand clients that don't read would hold gigabytes.
     */
    static final int UNSENT_MAX = 128 << 10;

    /** The native one where it is wanted and there is one. */
    static SystemIo choose(boolean nativeIo) {
        return nativeIo && Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract IoHandlerFactory handlers();

    abstract Class<? extends ServerChannel> serverChannel();

    /** Keeps the system from buffering much of what was written. */
    abstract void limitUnsent(Channel channel);
}
