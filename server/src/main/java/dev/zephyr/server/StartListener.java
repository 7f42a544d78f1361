// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

/** Is told how a start proceeds, in the order of the methods, on the starting thread. */
public interface StartListener {

    /** Something in the project that the operator should know; the server starts all the same. */
    void projectWarning(String sentence);

    /** The folder is about to be searched for workers. */
    void routesLoading(Path root);

    /** Workers are about to be loaded. */
    void workersLoading(int routes);

    /** They are loaded, or on their way. */
    void workersLoaded(Duration took);

    /**
     * A worker that will be served; called in order of precedence.
     *
     * @param route with the prefix, parameters in brackets
     * @param file the worker
     */
    void route(String route, Path file);

    /** Requests are answered from now on. */
    void serving(InetSocketAddress address);
}
