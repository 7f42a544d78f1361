// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Request;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of one connection into requests, one at a time. Knows no network: bytes in,
 * {@link Step}s out. Confined to the connection's event loop.
 */
final class RequestReader {

    /** What {@link #advance} came to. */
    enum Step {
        /** More bytes are needed. */
        MORE,
        /** The client waits for {@code 100 Continue} before it sends content; then go on. */
        CONTINUE,
        /** {@link #request} is complete; call again when it has been answered. */
        REQUEST,
        /** {@link #refusal} is the answer, and the last one. */
        REFUSED
    }

    /** What the client is at, which decides how long it may take. */
    enum Stage {
        IDLE,
        HEAD,
        CONTENT
    }

    private static final Logger LOG = System.getLogger("dev.zephyr.transport");

    private static final byte[] NO_CONTENT = new byte[0];

    private final TransportLimits limits;
    private final HeadParser parser;
    private final Handler handler;
    private final InetSocketAddress peer;
    private final InboundBytes inbound = new InboundBytes();
    private final HeadScanner scanner;
    private final ContentReader content;

    private Stage stage = Stage.IDLE;
    private boolean requestLineChecked;
    private boolean persistent = true;
    private boolean oldClient;
    private @Nullable Request request;
    private @Nullable Refusal refusal;
    private long bytesRead;

    RequestReader(ReaderContext context, HeadParser parser, InetSocketAddress peer) {
        this.limits = context.limits();
        this.handler = context.handler();
        this.parser = parser;
        this.peer = peer;
        this.scanner = new HeadScanner(limits);
        this.content = new ContentReader(limits, context.contentBudget());
    }

    /** What the readers of all connections share. */
    record ReaderContext(TransportLimits limits, Handler handler, ContentBudget contentBudget) {}

    /** Adds what was received; after it {@link #advance} as far as wanted, then {@link #settle}. */
    void add(byte[] source, int count) {
        inbound.add(source, count);
    }

    /** Keeps what was not read beyond the next {@link #add}. */
    void settle() {
        inbound.settle();
    }

    /** Reads on. */
    Step advance() {
        return stage == Stage.CONTENT ? readContent() : readHead();
    }

    Stage stage() {
        return stage;
    }

    /** The last complete request. */
    Request request() {
        if (request == null) {
            throw new IllegalStateException("no request has been read");
        }
        return request;
    }

    /** Whether another request may follow the last one. */
    boolean isPersistent() {
        return persistent;
    }

    /** Whether the last request was of HTTP/1.0, whose connections close unless told otherwise. */
    boolean isOldClient() {
        return oldClient;
    }

    Refusal refusal() {
        if (refusal == null) {
            throw new IllegalStateException("no request was refused");
        }
        return refusal;
    }

    /** Bytes of the request at hand, head and content as they came in. */
    long bytesRead() {
        return bytesRead;
    }

    /** Bytes received and not yet read. */
    int pending() {
        return inbound.length();
    }

    /** The last request was answered: lets its content go. */
    void release() {
        content.clear();
        request = null;
    }

    /** Lets everything go. */
    void close() {
        release();
        inbound.clear();
    }

    private Step readHead() {
        int start = inbound.start();
        int length = scanner.scan(inbound.array(), start, inbound.end());
        if (scanner.refusal() != null) {
            return refuse(scanner.refusal());
        }
        if (length < 0) {
            stage = inbound.length() == 0 ? Stage.IDLE : Stage.HEAD;
            return checkRequestLine(start);
        }
        int headStart = start + scanner.headStart();
        int fields = start + scanner.requestLineEnd();
        Refusal problem = parser.read(inbound.array(), headStart, fields, start + length);
        if (problem != null) {
            return refuse(problem);
        }
        inbound.readTo(start + length);
        bytesRead = length;
        scanner.reset();
        requestLineChecked = false;
        stage = Stage.IDLE;
        persistent = parser.isPersistent();
        oldClient = parser.isOldClient();
        Request head = parser.request(peer, NO_CONTENT);
        Framing framing = parser.framing();
        if (framing.isChunked() || framing.contentLength() > 0) {
            return beginContent(head, framing);
        }
        request = head;
        return Step.REQUEST;
    }

    /** A client of HTTP/0.9 sends no more than this line, and waits. */
    private Step checkRequestLine(int start) {
        if (requestLineChecked || scanner.requestLineEnd() == 0) {
            return Step.MORE;
        }
        requestLineChecked = true;
        int from = start + scanner.headStart();
        int to = start + scanner.requestLineEnd();
        Refusal problem = parser.readRequestLine(inbound.array(), from, to);
        return problem == null ? Step.MORE : refuse(problem);
    }

    private Step beginContent(Request head, Framing framing) {
        long bytesMax;
        try {
            bytesMax = handler.bodyBytesMax(head);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "the handler failed on the head of a request", e);
            return refuse(Refusal.HANDLER_FAILED);
        }
        boolean kept = bytesMax >= 0;
        long length = framing.contentLength();
        if (kept && length > bytesMax) {
            return refuse(Refusal.BODY_SIZE);
        }
        request = head;
        if (!kept && (framing.expectsContinue() || length > limits.drainBytesMax())) {
            persistent = false;
            return Step.REQUEST;
        }
        if (framing.isChunked()) {
            content.startChunked(kept ? bytesMax : limits.drainBytesMax(), kept);
        } else {
            content.startFixed(length, kept);
        }
        stage = Stage.CONTENT;
        boolean waits = framing.expectsContinue() && inbound.length() == 0;
        return waits ? Step.CONTINUE : readContent();
    }

    private Step readContent() {
        int start = inbound.start();
        int end = content.read(inbound.array(), start, inbound.end());
        inbound.readTo(end);
        bytesRead += end - start;
        Refusal problem = content.refusal();
        if (problem == Refusal.BODY_SIZE && !content.isKept()) {
            persistent = false; // too much to throw away; the handler answers all the same
        } else if (problem != null) {
            return refuse(problem);
        } else if (!content.isDone()) {
            return Step.MORE;
        }
        stage = Stage.IDLE;
        if (content.isKept()) {
            request = request().withBody(content.content());
        }
        return Step.REQUEST;
    }

    private Step refuse(Refusal reason) {
        refusal = reason;
        persistent = false;
        content.clear();
        return Step.REFUSED;
    }
}
