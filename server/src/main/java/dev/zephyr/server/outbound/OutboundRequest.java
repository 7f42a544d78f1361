// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import java.util.List;

/**
 * A request as the guest gave it. Immutable.
 *
 * @param method in upper case
 * @param body empty if there is none
 */
record OutboundRequest(String method, String uri, List<Header> headers, byte[] body) {

    OutboundRequest {
        headers = List.copyOf(headers);
    }
}
