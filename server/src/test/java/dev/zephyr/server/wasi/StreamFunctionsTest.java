// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.wasi.testkit.TestGuest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamFunctionsTest {

    private static final int VECTORS = TestGuest.VECTORS;
    private static final int RESULT = TestGuest.RESULT;

    private static TestGuest guest(String stdin) {
        return guest(stdin, 1 << 20, 1 << 10);
    }

    private static TestGuest guest(String stdin, int stdoutMax, int stderrMax) {
        var limits =
                new RunLimits(Duration.ofSeconds(1), 1 << 20, stdoutMax, stderrMax, 8, 1 << 10);
        return new TestGuest(WasiGrants.of(WorkerConfig.withoutFile(limits)), stdin);
    }

    @Test
    void standardInputIsReadToItsEndInPieces() {
        try (var guest = guest("hello, guest")) {
            assertThat(guest.read(0, 5)).isZero();
            assertThat(guest.readText()).isEqualTo("hello");
            assertThat(guest.read(0, 100)).isZero();
            assertThat(guest.readText()).isEqualTo(", guest");
            assertThat(guest.read(0, 100)).isZero();
            assertThat(guest.result()).isZero();
        }
    }

    @Test
    void severalBuffersAreFilledInOrder() {
        try (var guest = guest("abcdefgh")) {
            int[] buffers = {TestGuest.BUFFER, 3, TestGuest.BUFFER + 100, 0, 0, 0};
            buffers[4] = TestGuest.BUFFER + 200;
            buffers[5] = 50;
            for (int i = 0; i < buffers.length; i++) {
                guest.memory().putInt(VECTORS + 4 * i, buffers[i]);
            }
            assertThat(guest.call("fd_read", 0, VECTORS, 3, RESULT)).isZero();
            assertThat(guest.result()).isEqualTo(8);
            assertThat(guest.memory().text(TestGuest.BUFFER, 3)).isEqualTo("abc");
            assertThat(guest.memory().text(TestGuest.BUFFER + 200, 5)).isEqualTo("defgh");
        }
    }

    @Test
    void standardOutputIsKeptUntilTheNextRun() {
        var guest = guest("");
        guest.write(1, "first ");
        guest.write(1, "second");
        guest.close();
        assertThat(guest.stdout()).isEqualTo("first second");
        guest.begin(WasiGrants.of(WorkerConfig.withoutFile(RunLimits.DEFAULT)), "x");
        assertThat(guest.stdout()).isEmpty();
        assertThat(guest.read(0, 9)).isZero();
        assertThat(guest.readText()).isEqualTo("x");
    }

    @Test
    void standardOutputBeyondItsLimitFailsTheRun() {
        try (var guest = guest("", 100_000, 10)) {
            for (int i = 0; i < 1_000; i++) {
                assertThat(guest.write(1, "x".repeat(100))).isZero();
            }
            assertThatThrownBy(() -> guest.write(1, "y")).isInstanceOf(OutputLimitExceeded.class);
            assertThat(guest.stdout()).hasSize(100_000).doesNotContain("y");
        }
    }

    @Test
    void standardErrorBeyondItsLimitIsDroppedWithANote() {
        try (var guest = guest("", 10, 1_000)) {
            for (int i = 0; i < 300; i++) {
                assertThat(guest.write(2, "0123456")).isZero();
                assertThat(guest.result()).isEqualTo(7);
            }
            assertThat(guest.stderr()).startsWith("0123456").endsWith("limit reached]\n");
            assertThat(guest.stderr().length()).isBetween(1_001, 1_100);
            assertThat(guest.stderr()).containsOnlyOnce("dropped");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1025})
    void tooManyBuffersAreInvalid(int count) {
        try (var guest = guest("x")) {
            assertThat(guest.call("fd_read", 0, VECTORS, count, RESULT)).isEqualTo(Errno.INVAL);
            assertThat(guest.call("fd_write", 1, VECTORS, count, RESULT)).isEqualTo(Errno.INVAL);
        }
    }

    /** The engine's own host allocates 2 GiB for the first of these. */
    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, Integer.MIN_VALUE, TestGuest.MEMORY_BYTES})
    void bufferBeyondMemoryIsAFaultAndMovesNothing(int length) {
        try (var guest = guest("input")) {
            assertThat(guest.read(0, length)).isEqualTo(Errno.FAULT);
            assertThat(guest.read(0, 5)).isZero();
            assertThat(guest.readText()).isEqualTo("input");
            guest.vector(TestGuest.BUFFER, length);
            assertThat(guest.call("fd_write", 1, VECTORS, 1, RESULT)).isEqualTo(Errno.FAULT);
            assertThat(guest.stdout()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -4, TestGuest.MEMORY_BYTES - 3, Integer.MIN_VALUE})
    void resultBeyondMemoryIsAFaultBeforeAnythingIsDone(int address) {
        try (var guest = guest("input")) {
            guest.vector(TestGuest.BUFFER, 5);
            assertThat(guest.call("fd_read", 0, VECTORS, 1, address)).isEqualTo(Errno.FAULT);
            assertThat(guest.call("fd_write", 1, VECTORS, 1, address)).isEqualTo(Errno.FAULT);
            assertThat(guest.call("fd_read", 0, address, 1, RESULT)).isEqualTo(Errno.FAULT);
            assertThat(guest.stdout()).isEmpty();
            assertThat(guest.read(0, 5)).isZero();
            assertThat(guest.result()).isEqualTo(5);
        }
    }

    @Test
    void readingOutputAndWritingInputIsNotPermitted() {
        try (var guest = guest("x")) {
            assertThat(guest.write(0, "y")).isEqualTo(Errno.NOTCAPABLE);
            assertThat(guest.read(1, 1)).isEqualTo(Errno.NOTCAPABLE);
            assertThat(guest.read(3, 1)).isEqualTo(Errno.BADF);
            assertThat(guest.read(-1, 1)).isEqualTo(Errno.BADF);
            assertThat(guest.read(Integer.MAX_VALUE, 1)).isEqualTo(Errno.BADF);
        }
    }
}
