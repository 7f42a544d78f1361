// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

/**
 * Where and how to listen. Immutable.
 *
 * @param host a name or address of this machine
 * @param port 0 for any that is free
 * @param loops event loops, each one thread
 * @param limits what clients may do
 * @param sendfile whether the system copies files to connections itself; without it they are read
 *     piece by piece
 * @param nativeIo whether to use the system's own interface (epoll) where there is one, instead of
 *     the JDK's
 */
public record ListenerConfig(
        String host,
        int port,
        int loops,
        TransportLimits limits,
        boolean sendfile,
        boolean nativeIo) {

    /**
     * @throws IllegalArgumentException if the port or the number of loops is out of range
     */
    public ListenerConfig {
        if (port < 0 || port > 0xffff) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0 to 65535)");
        }
        if (loops < 1) {
            throw new IllegalArgumentException("loops: " + loops + " (expected: at least 1)");
        }
    }

    /** One loop, the default limits, the fastest way of sending. */
    public static ListenerConfig of(String host, int port) {
        return new ListenerConfig(host, port, 1, TransportLimits.DEFAULT, true, true);
    }

    public ListenerConfig withLoops(int loops) {
        return new ListenerConfig(host, port, loops, limits, sendfile, nativeIo);
    }

    public ListenerConfig withLimits(TransportLimits limits) {
        return new ListenerConfig(host, port, loops, limits, sendfile, nativeIo);
    }

    public ListenerConfig withSendfile(boolean sendfile) {
        return new ListenerConfig(host, port, loops, limits, sendfile, nativeIo);
    }

    public ListenerConfig withNativeIo(boolean nativeIo) {
        return new ListenerConfig(host, port, loops, limits, sendfile, nativeIo);
    }
}
