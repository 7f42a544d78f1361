// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import org.jspecify.annotations.Nullable;

/**
 * Reads the content of one request, of known length or chunked (RFC 9112 section 6). Confined to
 * the connection's event loop.
 */
final class ContentReader {

    private final ContentBuffer buffer;
    private final ChunkedDecoder chunks;

    private boolean chunked;
    private long length;
    private @Nullable Refusal refusal;

    ContentReader(TransportLimits limits, ContentBudget budget) {
        this.buffer = new ContentBuffer(budget);
        this.chunks = new ChunkedDecoder(limits.chunkOverheadBytesMax());
    }

    /** Content of {@code length} bytes comes next. */
    void startFixed(long length, boolean kept) {
        this.chunked = false;
        this.length = length;
        this.refusal = null;
        buffer.start(length, kept);
    }

    /** Chunked content of at most {@code lengthMax} bytes comes next. */
    void startChunked(long lengthMax, boolean kept) {
        this.chunked = true;
        this.refusal = null;
        chunks.start();
        buffer.start(lengthMax, kept);
    }

    /** Reads up to the end of the content or of the bytes; returns the first byte not used. */
    int read(byte[] bytes, int from, int to) {
        if (chunked) {
            int end = chunks.read(bytes, from, to, buffer);
            refusal = chunks.refusal();
            return end;
        }
        int count = (int) Math.min(length - buffer.size(), to - from);
        refusal = buffer.append(bytes, from, count);
        return from + count;
    }

    boolean isDone() {
        return chunked ? chunks.isDone() : buffer.size() == length;
    }

    /** Why the content can't be, or null. */
    @Nullable Refusal refusal() {
        return refusal;
    }

    /** Whether the content is given to the handler. */
    boolean isKept() {
        return buffer.isKept();
    }

    byte[] content() {
        return buffer.toArray();
    }

    /** Lets the content go. */
    void clear() {
        buffer.clear();
    }
}
