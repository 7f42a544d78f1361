// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** An address that is listened on, and the event loops of its connections. Thread-safe. */
public final class Listener {

    /** Connections that the system keeps for us until they are accepted. */
    private static final int BACKLOG = 1024;

    /**
     * Bytes written and not sent at which no further request of a connection is read, and at which
     * it goes on.
     */
    private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(32 << 10, 64 << 10);

    /** How often {@link #shutdown} looks whether everything has ended. */
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ListenerState state;
    private final MultiThreadIoEventLoopGroup group;
    private final ExecutorService disk;
    private final List<Loop> loops;
    private final Channel server;

    private Listener(
            ListenerState state,
            MultiThreadIoEventLoopGroup group,
            ExecutorService disk,
            Map<EventLoop, Loop> loops) {
        this.state = state;
        this.group = group;
        this.disk = disk;
        this.loops = List.copyOf(loops.values());
        this.server = bind(state, group, loops);
    }

    /**
     * Begins to listen.
     *
     * @throws ListenException if the address can't be had
     */
    public static Listener start(
            ListenerConfig config, Handler handler, ConnectionObserver observer) {
        withoutLeakDetection();
        ExecutorService disk = Executors.newVirtualThreadPerTaskExecutor();
        ListenerState state = new ListenerState(config, handler, observer, disk);
        MultiThreadIoEventLoopGroup group =
                new MultiThreadIoEventLoopGroup(
                        config.loops(),
                        new DefaultThreadFactory("loop", false),
                        state.io().handlers());
        Map<EventLoop, Loop> loops = new HashMap<>();
        for (EventExecutor executor : group) {
            EventLoop eventLoop = (EventLoop) executor;
            loops.put(eventLoop, new Loop(loops.size(), eventLoop, config));
        }
        boolean started = false;
        try {
            Listener listener = new Listener(state, group, disk, loops);
            listener.loops.forEach(loop -> loop.start(config.limits(), observer));
            started = true;
            return listener;
        } finally {
            if (!started) {
                stop(group, disk);
            }
        }
    }

    /** Where it listens; the port is the one that was found if any was asked for. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    /** Open connections. */
    public int connections() {
        return state.connections();
    }

    /**
     * Stops: no connection is accepted any more, idle ones are closed, requests that are being
     * answered are finished and their connections closed. Waits until that is done.
     *
     * @param grace after it whatever is left is cut
     * @return whether everything was finished in time
     */
    public boolean shutdown(Duration grace) {
        state.drain();
        server.close().syncUninterruptibly();
        onEachConnection(Connection::drain);
        boolean finished = awaitNone(grace);
        if (!finished) {
            onEachConnection(Connection::close);
            awaitNone(state.limits().lingerTime());
        }
        stop(group, disk);
        return finished;
    }

    private boolean awaitNone(Duration time) {
        long deadline = System.nanoTime() + time.toNanos();
        while (state.connections() > 0) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    private void onEachConnection(Consumer<Connection> action) {
        for (Loop loop : loops) {
            loop.eventLoop().execute(() -> loop.forEach(action));
        }
    }

    private static Channel bind(
            ListenerState state, MultiThreadIoEventLoopGroup group, Map<EventLoop, Loop> loops) {
        ListenerConfig config = state.config();
        ServerBootstrap bootstrap =
                new ServerBootstrap()
                        .group(group)
                        .channel(state.io().serverChannel())
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT)
                        .childHandler(new Initializer(state, loops));
        ChannelFuture bound = bootstrap.bind(config.host(), config.port());
        bound.awaitUninterruptibly();
        Throwable cause = bound.cause();
        if (cause != null) {
            throw new ListenException(problem(config, cause), cause);
        }
        return bound.channel();
    }

    private static String problem(ListenerConfig config, Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
            return "host: " + config.host() + " (expected: a name or address of this machine)";
        }
        if (message.contains("Address already in use")) {
            return "port: " + config.port() + " is in use already (expected: a free one)";
        }
        if (message.contains("Cannot assign requested address")) {
            return "host: " + config.host() + " (expected: an address of this machine)";
        }
        if (message.contains("Permission denied")) {
            return "port: " + config.port() + " is not allowed (expected: one above 1023)";
        }
        return "cannot listen on " + config.host() + " port " + config.port() + ": " + message;
    }

    /** Sampling buffers for leaks costs 5 % of a small answer; tests ask for it by the property. */
    private static void withoutLeakDetection() {
        if (System.getProperty("io.netty.leakDetection.level") == null) {
            ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        }
    }

    private static void stop(MultiThreadIoEventLoopGroup group, ExecutorService disk) {
        disk.shutdown();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** Gives each new connection its place. */
    private static final class Initializer extends ChannelInitializer<DuplexChannel> {

        private final ListenerState state;
        private final Map<EventLoop, Loop> loops;

        Initializer(ListenerState state, Map<EventLoop, Loop> loops) {
            this.state = state;
            this.loops = loops;
        }

        @Override
        protected void initChannel(DuplexChannel channel) {
            Loop loop = Objects.requireNonNull(loops.get(channel.eventLoop()));
            channel.config().setRecvByteBufAllocator(loop.receiveBuffer());
            Connection connection = new Connection(state, loop, channel);
            channel.pipeline().addLast(new ChannelEvents(connection, loop.received()));
        }
    }
}
