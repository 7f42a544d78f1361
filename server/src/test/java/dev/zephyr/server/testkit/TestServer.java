// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.testkit;

import dev.zephyr.server.http.Request;
import dev.zephyr.server.transport.ConnectionObserver;
import dev.zephyr.server.transport.Exchange;
import dev.zephyr.server.transport.Handler;
import dev.zephyr.server.transport.Listener;
import dev.zephyr.server.transport.ListenerConfig;
import dev.zephyr.server.transport.TransportLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** A listener on a free port of this machine, stopped at the end of a test. Thread-safe. */
public final class TestServer implements AutoCloseable {

    private final Listener listener;

    private TestServer(Listener listener) {
        this.listener = listener;
    }

    /** Default limits; bodies up to 1 MiB are read. */
    public static TestServer start(Consumer<Exchange> handler) {
        return start(config(TransportLimits.DEFAULT), reading(1 << 20, handler));
    }

    public static TestServer start(ListenerConfig config, Handler handler) {
        return start(config, handler, ConnectionObserver.NONE);
    }

    public static TestServer start(
            ListenerConfig config, Handler handler, ConnectionObserver observer) {
        return new TestServer(Listener.start(config, handler, observer));
    }

    /** A free port, one loop. */
    public static ListenerConfig config(TransportLimits limits) {
        return ListenerConfig.of("127.0.0.1", 0).withLimits(limits);
    }

    /** A handler that reads content up to a limit, or none if that is negative. */
    public static Handler reading(long bodyBytesMax, Consumer<Exchange> handler) {
        return new Handler() {
            @Override
            public long bodyBytesMax(Request request) {
                return bodyBytesMax;
            }

            @Override
            public void handle(Exchange exchange) {
                handler.accept(exchange);
            }
        };
    }

    public RawClient connect() throws IOException {
        return RawClient.connect(port());
    }

    public int port() {
        return listener.address().getPort();
    }

    public Listener listener() {
        return listener;
    }

    @Override
    public void close() {
        var _ = listener.shutdown(Duration.ZERO);
    }
}
