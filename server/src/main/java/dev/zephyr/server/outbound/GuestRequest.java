// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import dev.zephyr.server.outbound.Outcome.Failed;
import dev.zephyr.server.wasi.GuestBytes;
import dev.zephyr.server.wasi.GuestFault;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a request from a guest's memory. Every length is checked before anything is copied.
 * Confined to one worker thread.
 */
final class GuestRequest {

    /** Longer ones no server takes. */
    static final int URI_BYTES_MAX = 8 << 10;

    /** As this server takes in a request. */
    static final int HEADERS_MAX = 128;

    /** Names and values together. */
    static final int HEADER_BYTES_MAX = 64 << 10;

    /** In the order of the guests' enumeration. */
    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD");

    private static final int HEADER_ENTRY_BYTES = 16;

    private final GuestBytes memory;
    private final long[] in;
    private final int bodyBytesMax;

    private GuestRequest(GuestBytes memory, long[] in, int bodyBytesMax) {
        this.memory = memory;
        this.in = in;
        this.bodyBytesMax = bodyBytesMax;
    }

    /** What was read: a request, or why there is none. */
    sealed interface Read {
        record Valid(OutboundRequest request) implements Read {}

        record Invalid(Failed failed) implements Read {}
    }

    /** The request cannot be read; the guest learns why. */
    private static final class Malformed extends Exception {
        @Serial private static final long serialVersionUID = 1;

        private final OutboundError error;

        Malformed(OutboundError error, String message) {
            super(message, null, false, false);
            this.error = error;
        }

        Malformed(String message) {
            this(OutboundError.INVALID_REQUEST, message);
        }
    }

    /**
     * Reads the request that the eleven arguments describe.
     *
     * @throws GuestFault if they point out of the guest's memory
     */
    static Read read(GuestBytes memory, long[] in, int bodyBytesMax) {
        try {
            return new Read.Valid(new GuestRequest(memory, in, bodyBytesMax).request());
        } catch (Malformed malformed) {
            return new Read.Invalid(
                    new Failed(malformed.error, String.valueOf(malformed.getMessage())));
        }
    }

    private OutboundRequest request() throws Malformed {
        String uri = text((int) in[8], (int) in[9], URI_BYTES_MAX, "URI");
        return new OutboundRequest(method(), uri, headers(), body());
    }

    private String method() throws Malformed {
        int method = (int) in[5];
        if (method < 0 || method >= METHODS.size()) {
            throw new Malformed("The method is not one of the interface");
        }
        return METHODS.get(method);
    }

    private byte[] body() throws Malformed {
        int length = (int) in[2];
        if (in[0] == 0 || length == 0) {
            return new byte[0];
        }
        if (Integer.compareUnsigned(length, bodyBytesMax) > 0) {
            throw new Malformed(
                    OutboundError.INVALID_REQUEST_BODY,
                    "The request body is larger than " + bodyBytesMax + " bytes");
        }
        return bytes((int) in[1], length);
    }

    private List<Header> headers() throws Malformed {
        int count = (int) in[4];
        if (Integer.compareUnsigned(count, HEADERS_MAX) > 0) {
            throw new Malformed("There are more than " + HEADERS_MAX + " headers");
        }
        List<Header> headers = new ArrayList<>(count);
        int rest = HEADER_BYTES_MAX;
        for (int i = 0; i < count; i++) {
            int entry = (int) in[3] + i * HEADER_ENTRY_BYTES;
            int nameLength = memory.getInt(entry + 4);
            String name = text(memory.getInt(entry), nameLength, rest, "headers");
            rest -= nameLength;
            int valueLength = memory.getInt(entry + 12);
            String value = text(memory.getInt(entry + 8), valueLength, rest, "headers");
            rest -= valueLength;
            headers.add(new Header(name, value));
        }
        return headers;
    }

    private String text(int address, int length, int bytesMax, String what) throws Malformed {
        if (Integer.compareUnsigned(length, bytesMax) > 0) {
            throw new Malformed("Too long: " + what);
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(bytes(address, length));
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException _) {
            throw new Malformed("Not UTF-8: " + what);
        }
    }

    private byte[] bytes(int address, int length) {
        byte[] bytes = new byte[length];
        memory.read(address, bytes, 0, length);
        return bytes;
    }
}
