// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LogRingTest {

    private final LogRing ring = new LogRing(64);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void lineThatFindsNoRoomIsRefusedWhole() throws IOException {
        assertThat(offer("a".repeat(40))).isTrue();
        assertThat(offer("b".repeat(25))).isFalse();
        assertThat(offer("c".repeat(24))).isTrue();
        assertThat(ring.drainTo(out::write)).isTrue();
        assertThat(out.toString(StandardCharsets.US_ASCII))
                .isEqualTo("a".repeat(40) + "c".repeat(24));
        assertThat(ring.isEmpty()).isTrue();
        assertThat(ring.drainTo(out::write)).isFalse();
    }

    @Test
    void halfIsPassedOnce() {
        offer("a".repeat(30));
        assertThat(ring.passedHalf(30)).isFalse();
        offer("a".repeat(10));
        assertThat(ring.passedHalf(10)).isTrue();
        offer("a".repeat(10));
        assertThat(ring.passedHalf(10)).isFalse();
    }

    @Test
    void whatTheSinkRefusedIsGoneAndTheRingGoesOn() throws IOException {
        offer("lost");
        assertThatThrownBy(() ->
                        ring.drainTo((_, _, _) -> {
                            throw new IOException("full");
                        }))
                .isInstanceOf(IOException.class);
        offer("kept");
        ring.drainTo(out::write);
        assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo("kept");
    }

    @Test
    void everyLineThatWasTakenComesOutOnceAndInOrder() throws Exception {
        try (ExecutorService reader = Executors.newSingleThreadExecutor()) {
            StringBuilder taken = new StringBuilder();
            AtomicBoolean ended = new AtomicBoolean();
            Future<?> reading = reader.submit(() -> readUntil(ended));
            Random random = new Random(3);
            for (int i = 0; i < 20_000; i++) {
                String line = i + "x".repeat(random.nextInt(20)) + "\n";
                if (offer(line)) {
                    taken.append(line);
                }
            }
            ended.set(true);
            reading.get();
            assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo(taken.toString());
        }
    }

    /** Empties the ring once more after the end. */
    private boolean readUntil(AtomicBoolean ended) throws IOException {
        boolean last;
        do {
            last = ended.get();
            ring.drainTo(out::write);
        } while (!last);
        return true;
    }

    private boolean offer(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);
        return ring.offer(bytes, bytes.length);
    }
}
