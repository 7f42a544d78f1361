// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serial;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Collects a response's content up to a limit, then gives up. Confined to its exchange. */
final class BoundedBody implements BodySubscriber<byte[]> {

    private final int bytesMax;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    BoundedBody(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** The content did not arrive whole. */
    static final class BodyFailed extends IOException {
        @Serial private static final long serialVersionUID = 1;

        BodyFailed(String message) {
            super(message);
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > bytesMax - bytes.size()) {
                giveUp();
                return;
            }
            byte[] piece = new byte[buffer.remaining()];
            buffer.get(piece);
            bytes.writeBytes(piece);
        }
    }

    private void giveUp() {
        if (subscription != null) {
            subscription.cancel();
        }
        body.completeExceptionally(
                new BodyFailed("The response body is larger than " + bytesMax + " bytes"));
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(new BodyFailed("The response body ended early"));
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }
}
