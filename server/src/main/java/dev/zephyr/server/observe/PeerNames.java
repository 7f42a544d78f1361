// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of clients as text, made once per connection: a connection's requests share one object.
 * Another with the same hash takes its place, so the cache never grows. Confined to the
 * connection's event loop.
 */
final class PeerNames {

    /** As many connections of a loop as are likely busy at a time. */
    private static final int ENTRIES = 256;

    private static final byte[] UNKNOWN = {'-'};

    private record Entry(InetSocketAddress peer, byte[] name) {}

    private final @Nullable Entry[] entries = new @Nullable Entry[ENTRIES];

    byte[] name(InetSocketAddress peer) {
        int hash = peer.hashCode();
        int slot = (hash ^ (hash >>> 16)) & (ENTRIES - 1);
        Entry entry = entries[slot];
        if (entry == null || !entry.peer.equals(peer)) {
            InetAddress address = peer.getAddress();
            byte[] name =
                    address == null
                            ? UNKNOWN
                            : address.getHostAddress().getBytes(StandardCharsets.US_ASCII);
            entry = new Entry(peer, name);
            entries[slot] = entry;
        }
        return entry.name;
    }
}
