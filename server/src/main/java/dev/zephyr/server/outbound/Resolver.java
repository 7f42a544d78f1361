// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks up the addresses of a host. Thread-safe. */
@FunctionalInterface
interface Resolver {

    /** As the system does; a literal address is itself. */
    Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    List<InetAddress> addresses(String host) throws UnknownHostException;
}
