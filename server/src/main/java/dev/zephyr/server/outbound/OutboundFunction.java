// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import dev.zephyr.server.wasi.GuestBytes;
import dev.zephyr.server.wasi.GuestFault;
import dev.zephyr.server.wasi.GuestInterrupted;
import dev.zephyr.server.wasi.ValueKind;
import java.util.Collections;
import java.util.List;

/** The host function by which a guest makes an HTTP request. Thread-safe. */
public final class OutboundFunction {

    /** The module that guests import it from. */
    public static final String MODULE = "http";

    /** The name of the import. */
    public static final String NAME = "send-http-request";

    /** Eleven times 32 bits; the last one is the address of the return area. */
    public static final List<ValueKind> PARAMETERS = Collections.nCopies(11, ValueKind.I32);

    /** None: the outcome is in the return area. */
    public static final List<ValueKind> RESULTS = List.of();

    private static final int AREA_ARGUMENT = 10;

    private final OutboundClient client;

    /** A function that sends by this client. */
    public OutboundFunction(OutboundClient client) {
        this.client = client;
    }

    /**
     * Calls the function: the request is sent if the policy allows it, and its outcome written.
     *
     * @param policy of the worker whose guest calls
     * @param allocator the guest's own; not called if the function throws before it has an outcome
     * @param arguments at least as many as {@link #PARAMETERS}; only read
     * @throws GuestFault if the guest gave or allocated what is not its memory; the run must end
     * @throws GuestInterrupted if the thread was interrupted while it waited
     */
    public void call(
            OutboundPolicy policy, GuestBytes memory, GuestAllocator allocator, long[] arguments) {
        int area = (int) arguments[AREA_ARGUMENT];
        memory.getByte(area);
        memory.getByte(area + GuestResponse.AREA_BYTES - 1);
        int bodyBytesMax = client.limits().requestBytesMax();
        Outcome outcome =
                switch (GuestRequest.read(memory, arguments, bodyBytesMax)) {
                    case GuestRequest.Read.Invalid(var failed) -> failed;
                    case GuestRequest.Read.Valid(var request) -> client.send(policy, request);
                };
        new GuestResponse(memory, allocator).write(area, outcome);
    }
}
