// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * The content of a response. Whoever is given a response calls {@link #release} exactly once, after
 * the content was sent or when it won't be.
 */
public sealed interface Body {

    /** No content. */
    Body EMPTY = new Bytes(new byte[0]);

    /** How many bytes will be sent. */
    long length();

    /** Gives back what is held: an open file, a cached buffer. */
    void release();

    /** Content in the heap, not to be changed any more. */
    record Bytes(byte[] bytes) implements Body {
        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public void release() {}
    }

    /**
     * Content in direct memory, shared between answers; the sender works on duplicates.
     *
     * @param buffer position to limit is the content
     * @param onRelease gives up one use of the buffer
     */
    record Direct(ByteBuffer buffer, Runnable onRelease) implements Body {
        @Override
        public long length() {
            return buffer.remaining();
        }

        @Override
        public void release() {
            onRelease.run();
        }
    }

    /**
     * A part of an open file.
     *
     * @param channel read by position only, so that several answers can share it
     * @param position first byte
     * @param length how many bytes; the file may turn out shorter while it is sent, then the
     *     connection is cut
     * @param onRelease gives up one use of the channel
     */
    record FileRegion(FileChannel channel, long position, long length, Runnable onRelease)
            implements Body {
        @Override
        public void release() {
            onRelease.run();
        }
    }

    /** One body after the other, as in multipart/byteranges. */
    record Sequence(List<Body> parts) implements Body {
        public Sequence {
            parts = List.copyOf(parts);
        }

        @Override
        public long length() {
            long sum = 0;
            for (Body part : parts) {
                sum += part.length();
            }
            return sum;
        }

        @Override
        public void release() {
            parts.forEach(Body::release);
        }
    }
}
