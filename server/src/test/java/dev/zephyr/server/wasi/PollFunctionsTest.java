// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.wasi.testkit.FakeClocks;
import dev.zephyr.server.wasi.testkit.TestGuest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PollFunctionsTest {

    private static final int SUBSCRIPTIONS = TestGuest.BUFFER;
    private static final int EVENTS = TestGuest.BUFFER + (256 << 10);
    private static final int RESULT = TestGuest.RESULT;
    private static final long SECOND = 1_000_000_000L;

    private final FakeClocks clocks = new FakeClocks();

    private TestGuest guest(WasiClocks used) {
        var grants = WasiGrants.of(WorkerConfig.withoutFile(RunLimits.DEFAULT));
        return new TestGuest(grants, "abc", used);
    }

    private static void subscribe(TestGuest guest, int index, int tag, int subject) {
        int address = SUBSCRIPTIONS + 48 * index;
        guest.memory().putLong(address, 100 + index);
        guest.memory().putByte(address + 8, (byte) tag);
        guest.memory().putInt(address + 16, subject);
    }

    private static void clock(TestGuest guest, int index, int clock, long timeout, int flags) {
        subscribe(guest, index, 0, clock);
        int address = SUBSCRIPTIONS + 48 * index;
        guest.memory().putLong(address + 24, timeout);
        guest.memory().putShort(address + 40, (short) flags);
    }

    private static int poll(TestGuest guest, int count) {
        return guest.call("poll_oneoff", SUBSCRIPTIONS, EVENTS, count, RESULT);
    }

    private static long userData(TestGuest guest, int event) {
        return guest.memory().getLong(EVENTS + 32 * event);
    }

    private static int error(TestGuest guest, int event) {
        return guest.memory().getShort(EVENTS + 32 * event + 8);
    }

    @Test
    void firstClockWakes() {
        try (var guest = guest(clocks)) {
            long before = clocks.monotonicNanos();
            clock(guest, 0, 1, 7 * SECOND, 0);
            clock(guest, 1, 1, 3 * SECOND, 0);
            clock(guest, 2, 0, FakeClocks.REALTIME_START + 2 * SECOND, 1);
            assertThat(poll(guest, 3)).isZero();
            assertThat(guest.result()).isEqualTo(1);
            assertThat(userData(guest, 0)).isEqualTo(102);
            assertThat(error(guest, 0)).isZero();
            assertThat(clocks.monotonicNanos() - before).isEqualTo(2 * SECOND - before);
        }
    }

    @Test
    void timeInThePastIsAnEventAtOnce() {
        try (var guest = guest(clocks)) {
            long before = clocks.monotonicNanos();
            clock(guest, 0, 0, 1, 1);
            clock(guest, 1, 1, 0, 0);
            assertThat(poll(guest, 2)).isZero();
            assertThat(guest.result()).isEqualTo(2);
            assertThat(clocks.monotonicNanos()).isEqualTo(before);
        }
    }

    @Test
    void descriptorsAreAnsweredAtOnce() {
        try (var guest = guest(clocks)) {
            clock(guest, 0, 1, SECOND, 0);
            subscribe(guest, 1, 1, 0);
            subscribe(guest, 2, 2, 1);
            subscribe(guest, 3, 1, 77);
            subscribe(guest, 4, 9, 0);
            assertThat(poll(guest, 5)).isZero();
            assertThat(guest.result()).isEqualTo(4);
            assertThat(userData(guest, 0)).isEqualTo(101);
            assertThat(guest.memory().getLong(EVENTS + 16)).isEqualTo(3);
            assertThat(error(guest, 1)).isZero();
            assertThat(error(guest, 2)).isEqualTo(Errno.BADF);
            assertThat(error(guest, 3)).isEqualTo(Errno.INVAL);
        }
    }

    @Test
    void unknownClockIsAnErrorOfItsEvent() {
        try (var guest = guest(clocks)) {
            clock(guest, 0, 55, SECOND, 0);
            assertThat(poll(guest, 1)).isZero();
            assertThat(error(guest, 0)).isEqualTo(Errno.INVAL);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 4097})
    void countOutOfRangeIsInvalid(int count) {
        try (var guest = guest(clocks)) {
            assertThat(poll(guest, count)).isEqualTo(Errno.INVAL);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -48, TestGuest.MEMORY_BYTES - 31})
    void rangesBeyondMemoryAreFaults(int address) {
        try (var guest = guest(clocks)) {
            clock(guest, 0, 1, 0, 0);
            assertThat(guest.call("poll_oneoff", address, EVENTS, 1, RESULT))
                    .isEqualTo(Errno.FAULT);
            assertThat(guest.call("poll_oneoff", SUBSCRIPTIONS, address, 1, RESULT))
                    .isEqualTo(Errno.FAULT);
            assertThat(guest.call("poll_oneoff", SUBSCRIPTIONS, EVENTS, 1, -2))
                    .isEqualTo(Errno.FAULT);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3600 * SECOND, Long.MAX_VALUE, -1})
    void waitEndsWhenTheThreadIsInterrupted(long timeout) throws Exception {
        var waiting = new CompletableFuture<Thread>();
        var outcome = new CompletableFuture<Boolean>();
        var worker =
                Thread.ofPlatform()
                        .start(() -> {
                            try (var guest = guest(announcing(waiting))) {
                                clock(guest, 0, 1, timeout, 0);
                                poll(guest, 1);
                                outcome.complete(false);
                            } catch (GuestInterrupted _) {
                                outcome.complete(Thread.currentThread().isInterrupted());
                            }
                        });
        waiting.get(10, TimeUnit.SECONDS).interrupt();
        assertThat(outcome.get(10, TimeUnit.SECONDS)).isTrue();
        worker.join();
    }

    private static WasiClocks announcing(CompletableFuture<Thread> waiting) {
        return new WasiClocks() {
            @Override
            public long realtimeNanos() {
                return SYSTEM.realtimeNanos();
            }

            @Override
            public long monotonicNanos() {
                return SYSTEM.monotonicNanos();
            }

            @Override
            public void pause(long nanos) {
                waiting.complete(Thread.currentThread());
                SYSTEM.pause(nanos);
            }
        };
    }

    @Test
    void interruptBeforeTheWaitCounts() {
        try (var guest = guest(clocks)) {
            clock(guest, 0, 1, SECOND, 0);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> poll(guest, 1)).isInstanceOf(GuestInterrupted.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
