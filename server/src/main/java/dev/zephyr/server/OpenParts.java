// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a server has opened, to be closed in reverse. Confined to one thread at a time. */
final class OpenParts implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.server");

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /** Closes all; one that fails is logged and does not keep the others open. */
    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                // AutoCloseable declares it, and the parts after this one must be closed too.
                LOG.log(Level.WARNING, "closing a part of the server failed", e);
            }
        }
    }
}
