// SPDX-License-Identifier: Apache-2.0
/**
 * Requests that workers make, as far as they are allowed to. A call takes these steps:
 *
 * <ol>
 *   <li>{@link dev.zephyr.server.outbound.OutboundFunction} is what the guest calls;
 *   <li>{@code GuestRequest} reads the request from the guest's memory, within limits;
 *   <li>{@link dev.zephyr.server.outbound.OutboundClient} carries it from hop to hop on a virtual
 *       thread while the guest's own thread waits, until a deadline or an interrupt;
 *   <li>{@link dev.zephyr.server.outbound.OutboundPolicy} judges each hop: URI, host, scheme,
 *       method, and then the addresses that the host has;
 *   <li>{@code Hop} connects to an address that was judged, and to no other;
 *   <li>{@code GuestResponse} writes the outcome into memory that the guest allocates.
 * </ol>
 */
@NullMarked
package dev.zephyr.server.outbound;

import org.jspecify.annotations.NullMarked;
