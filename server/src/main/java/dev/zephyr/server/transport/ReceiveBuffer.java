// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One buffer into which all connections of a loop receive, one after the other; each has used up
 * what it received before the next does. Confined to one event loop.
 */
final class ReceiveBuffer implements RecvByteBufAllocator {

    /** Bytes received at once. */
    static final int SIZE = 16 << 10;

    /** How often one connection receives before the others have their turn. */
    private static final int READS_MAX = 16;

    private final ByteBuf shared = Unpooled.directBuffer(SIZE, SIZE);

    @Override
    @SuppressWarnings("deprecation") // the interface still asks for this type
    public Handle newHandle() {
        return new Reads();
    }

    void release() {
        shared.release();
    }

    private final class Reads implements ExtendedHandle {

        private @Nullable ChannelConfig config;
        private int reads;
        private int attempted;
        private int last;

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return shared.refCnt() == 1
                    ? shared.clear().retain()
                    : allocator.directBuffer(SIZE, SIZE);
        }

        @Override
        public int guess() {
            return SIZE;
        }

        @Override
        public void reset(ChannelConfig channelConfig) {
            config = channelConfig;
            reads = 0;
        }

        @Override
        public void incMessagesRead(int count) {
            reads += count;
        }

        @Override
        public void lastBytesRead(int bytes) {
            last = bytes;
        }

        @Override
        public int lastBytesRead() {
            return last;
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            attempted = bytes;
        }

        @Override
        public int attemptedBytesRead() {
            return attempted;
        }

        @Override
        public boolean continueReading() {
            return continueReading(() -> attempted == last);
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
            return config != null && config.isAutoRead() && reads < READS_MAX && maybeMore.get();
        }

        @Override
        public void readComplete() {}
    }
}
