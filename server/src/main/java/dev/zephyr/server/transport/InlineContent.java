// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Body;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Content small enough to be copied behind its head, so that both leave in one packet by one call
 * of the system.
 */
final class InlineContent {

    /**
     * Bytes up to which content in the heap is copied at once: it has to be copied to direct memory
     * in any case.
     */
    private static final int HEAP_MAX = 64 << 10;

    /** Bytes up to which copying is cheaper than a second buffer or a second call. */
    private static final int OTHER_MAX = 16 << 10;

    private InlineContent() {}

    static boolean fits(Body body) {
        return switch (body) {
            case Body.Bytes bytes -> bytes.length() <= HEAP_MAX;
            case Body.Direct direct -> direct.length() <= OTHER_MAX;
            case Body.FileRegion region -> region.length() <= OTHER_MAX;
            case Body.Sequence sequence -> sequence.length() <= OTHER_MAX;
        };
    }

    /**
     * Appends content. A file's part is read here, on the event loop: it waits for the disk no
     * longer than {@code sendfile} would.
     *
     * @throws IOException if a file can't be read or is shorter than promised
     */
    static void write(ByteBuf out, Body body) throws IOException {
        switch (body) {
            case Body.Bytes bytes -> out.writeBytes(bytes.bytes());
            case Body.Direct direct -> append(out, direct.buffer());
            case Body.FileRegion region -> read(out, region);
            case Body.Sequence sequence -> {
                for (Body part : sequence.parts()) {
                    write(out, part);
                }
            }
        }
    }

    /** The source is shared between loops: its position must not move. */
    private static void append(ByteBuf out, ByteBuffer source) {
        int length = source.remaining();
        ByteBuffer target = out.internalNioBuffer(out.writerIndex(), length);
        target.put(target.position(), source, source.position(), length);
        out.writerIndex(out.writerIndex() + length);
    }

    private static void read(ByteBuf out, Body.FileRegion region) throws IOException {
        int length = (int) region.length();
        ByteBuffer target = out.internalNioBuffer(out.writerIndex(), length);
        long position = region.position();
        while (target.hasRemaining()) {
            int count = region.channel().read(target, position);
            if (count < 0) {
                throw new IOException("the file is shorter than promised");
            }
            position += count;
        }
        out.writerIndex(out.writerIndex() + length);
    }
}
