// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Headers;
import java.time.Duration;

/**
 * What one listener lets its clients do. Immutable.
 *
 * @param requestLineBytesMax method, target and version; more is answered with 414. Browsers and
 *     proxies keep targets below 8,000 bytes (RFC 9112 section 3 asks for at least that)
 * @param fieldBytesMax all field lines together; more is answered with 431. Room for large cookies
 * @param fieldCountMax field lines; more is answered with 431
 * @param headTime from the first byte of a request to the last of its fields, and from a connection
 *     to its first byte; later is answered with 408. It is what a slow sender can hold a connection
 * @param bodyTime how long content may take beyond what {@code bodyRateMin} allows it; later is
 *     answered with 408
 * @param bodyRateMin bytes a second below which a sender of content is too slow
 * @param bodyBytesInFlightMax content being received by all connections together; more is answered
 *     with 503. Without it every connection could claim the largest body at once
 * @param chunkOverheadBytesMax chunk sizes, extensions and trailers of one request beyond its
 *     content and the bare framing of each chunk; more is answered with 400. No known client sends
 *     any
 * @param idleTime a connection without a request is closed after it
 * @param writeStallTime a client that takes no byte of an answer for so long is cut off
 * @param answerBytesHeldMax answers in the heap, larger than one buffer, that are being sent to all
 *     clients together. Beyond it the client that has stalled longest is cut off, and the answer is
 *     503 if none has. Each loop has its share; one answer is always sent, whatever its size
 * @param connectionsMax open connections; one more is answered with 503 and closed
 * @param pipelineBytesMax what is read ahead while a request is being answered; then reading stops
 * @param drainBytesMax content that nobody reads, thrown away to keep the connection; more closes
 *     it
 * @param lingerTime after the last answer of a connection, how long its client may take to read it
 *     before the connection is gone
 */
public record TransportLimits(
        int requestLineBytesMax,
        int fieldBytesMax,
        int fieldCountMax,
        Duration headTime,
        Duration bodyTime,
        int bodyRateMin,
        long bodyBytesInFlightMax,
        int chunkOverheadBytesMax,
        Duration idleTime,
        Duration writeStallTime,
        long answerBytesHeldMax,
        int connectionsMax,
        int pipelineBytesMax,
        int drainBytesMax,
        Duration lingerTime) {

    /** The limits of a server that nobody has configured. */
    public static final TransportLimits DEFAULT =
            new TransportLimits(
                    8 << 10,
                    32 << 10,
                    100,
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(20),
                    1 << 10,
                    256L << 20,
                    16 << 10,
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(60),
                    256L << 20,
                    10_000,
                    16 << 10,
                    64 << 10,
                    Duration.ofSeconds(2));

    /**
     * @throws IllegalArgumentException if a limit is not positive or {@code fieldBytesMax} is above
     *     {@link Headers#BYTES_MAX}
     */
    public TransportLimits {
        positive("requestLineBytesMax", requestLineBytesMax);
        positive("fieldBytesMax", fieldBytesMax);
        positive("fieldCountMax", fieldCountMax);
        positive("headTime", headTime.toNanos());
        positive("bodyTime", bodyTime.toNanos());
        positive("bodyRateMin", bodyRateMin);
        positive("bodyBytesInFlightMax", bodyBytesInFlightMax);
        positive("chunkOverheadBytesMax", chunkOverheadBytesMax);
        positive("idleTime", idleTime.toNanos());
        positive("writeStallTime", writeStallTime.toNanos());
        positive("answerBytesHeldMax", answerBytesHeldMax);
        positive("connectionsMax", connectionsMax);
        positive("pipelineBytesMax", pipelineBytesMax);
        positive("drainBytesMax", drainBytesMax);
        positive("lingerTime", lingerTime.toNanos());
        if (fieldBytesMax > Headers.BYTES_MAX) {
            throw new IllegalArgumentException(
                    "fieldBytesMax: "
                            + fieldBytesMax
                            + " (expected: at most "
                            + Headers.BYTES_MAX
                            + ")");
        }
    }

    private static void positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: more than 0)");
        }
    }
}
