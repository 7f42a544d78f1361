// SPDX-License-Identifier: Apache-2.0
/**
 * Connections, alone in knowing the network library. A request walks through here in four steps,
 * and the next request of its connection is read only after the last one:
 *
 * <ol>
 *   <li><b>Accept</b>: {@link dev.zephyr.server.transport.Listener} gives each new connection to an
 *       event loop ({@code Loop}); {@code Membership} counts it or refuses it.
 *   <li><b>Decode</b>: {@code RequestReader} makes requests of bytes. {@code HeadScanner} finds the
 *       end of a head, {@code HeadParser} reads it ({@code RequestLine}, {@code FieldLines}, {@code
 *       Framing}), {@code ContentReader} reads what follows ({@code ChunkedDecoder}, {@code
 *       ContentBuffer}). What could be understood in two ways is a {@code Refusal}. Nothing in this
 *       step knows a network.
 *   <li><b>Handle</b>: {@link dev.zephyr.server.transport.Handler} gets an {@link
 *       dev.zephyr.server.transport.Exchange} and answers at once, on the event loop, or later from
 *       any thread.
 *   <li><b>Write</b>: {@code AnswerWriter} puts head ({@code ResponseHead}) and small content
 *       ({@code InlineContent}) into one buffer; {@code ContentSender} sends large content piece by
 *       piece, each made when the one before is gone.
 * </ol>
 *
 * <p>{@code Connection} drives the steps, {@code ChannelEvents} tells it what happens, {@code
 * TimeKeeper} knows by when something must have happened, {@link
 * dev.zephyr.server.transport.ConnectionObserver} is told of everything. Every limit is a component
 * of {@link dev.zephyr.server.transport.TransportLimits} or a constant with its reason beside it.
 */
@NullMarked
package dev.zephyr.server.transport;

import org.jspecify.annotations.NullMarked;
