// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import java.time.Duration;

/**
 * What one request of a worker may use at most. Immutable.
 *
 * @param connectTimeout to reach one address, TLS included
 * @param totalTimeout from the guest's call to its return, all redirects included
 * @param requestBytesMax content of the request
 * @param responseBytesMax content of the response, which the host keeps whole
 */
public record OutboundLimits(
        Duration connectTimeout, Duration totalTimeout, int requestBytesMax, int responseBytesMax) {

    /** Below the default time of a run, so that the guest learns of a time-out. */
    public static final OutboundLimits DEFAULT =
            new OutboundLimits(Duration.ofSeconds(5), Duration.ofSeconds(20), 8 << 20, 8 << 20);
}
