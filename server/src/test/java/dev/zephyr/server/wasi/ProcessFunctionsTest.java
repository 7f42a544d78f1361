// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.config.WorkerConfig.OutboundHttp;
import dev.zephyr.server.wasi.testkit.FakeClocks;
import dev.zephyr.server.wasi.testkit.TestGuest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProcessFunctionsTest {

    private static final int RESULT = TestGuest.RESULT;
    private static final int BUFFER = TestGuest.BUFFER;

    private static WorkerConfig worker(Map<String, String> vars) {
        return new WorkerConfig(
                "", "", Optional.empty(), List.of(), vars, OutboundHttp.NONE, RunLimits.DEFAULT);
    }

    private static TestGuest guest() {
        return new TestGuest(WasiGrants.of(worker(Map.of())), "", new FakeClocks());
    }

    @Test
    void environmentIsExactlyTheVars() {
        var vars = Map.of("NAME", "välue", "EMPTY", "", "A", "1=2");
        try (var guest = new TestGuest(WasiGrants.of(worker(vars)), "")) {
            assertThat(guest.call("environ_sizes_get", RESULT, RESULT + 4)).isZero();
            assertThat(guest.result()).isEqualTo(3);
            int bytes = guest.memory().getInt(RESULT + 4);
            assertThat(guest.call("environ_get", RESULT, BUFFER)).isZero();
            assertThat(guest.memory().text(BUFFER, bytes)).isEqualTo("A=1=2\0EMPTY=\0NAME=välue\0");
            int third = guest.memory().getInt(RESULT + 8);
            assertThat(guest.memory().text(third, 4)).isEqualTo("NAME");
        }
    }

    @Test
    void argumentsAreEmptyUnlessGiven() {
        try (var guest = guest()) {
            assertThat(guest.call("args_sizes_get", RESULT, RESULT + 4)).isZero();
            assertThat(guest.memory().getLong(RESULT)).isZero();
            assertThat(guest.call("args_get", RESULT, BUFFER)).isZero();
        }
        var grants = WasiGrants.of(worker(Map.of()), List.of("--", "/src/index.py"));
        try (var guest = new TestGuest(grants, "")) {
            assertThat(guest.call("args_sizes_get", RESULT, RESULT + 4)).isZero();
            assertThat(guest.result()).isEqualTo(2);
            assertThat(guest.call("args_get", RESULT, BUFFER)).isZero();
            assertThat(guest.memory().text(BUFFER, 17)).isEqualTo("--\0/src/index.py\0");
            assertThat(guest.memory().getInt(RESULT + 4)).isEqualTo(BUFFER + 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, -1})
    void exitCarriesItsCode(int code) {
        try (var guest = guest()) {
            assertThatThrownBy(() -> guest.call("proc_exit", code))
                    .asInstanceOf(type(GuestExit.class))
                    .satisfies(exit -> assertThat(exit.code()).isEqualTo(code))
                    .satisfies(exit -> assertThat(exit.getStackTrace()).isEmpty());
        }
    }

    @Test
    void randomBytesDifferAndFillExactlyTheRange() {
        try (var guest = guest()) {
            int length = 10_000;
            assertThat(guest.call("random_get", BUFFER, length)).isZero();
            byte[] all = guest.memory().bytes();
            assertThat(all[BUFFER - 1]).isZero();
            assertThat(all[BUFFER + length]).isZero();
            long zeros = guest.memory().text(BUFFER, length).chars().filter(c -> c == 0).count();
            assertThat(zeros).isLessThan(150);
            String first = guest.memory().text(BUFFER, 16);
            assertThat(guest.call("random_get", BUFFER, 16)).isZero();
            assertThat(guest.memory().text(BUFFER, 16)).isNotEqualTo(first);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, Integer.MIN_VALUE, TestGuest.MEMORY_BYTES})
    void randomBeyondMemoryIsAFaultAndWritesNothing(int length) {
        try (var guest = guest()) {
            assertThat(guest.call("random_get", BUFFER, length)).isEqualTo(Errno.FAULT);
            assertThat(guest.memory().getLong(BUFFER)).isZero();
        }
    }

    @Test
    void longRandomStopsWhenInterrupted() {
        try (var guest = guest()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> guest.call("random_get", BUFFER, 1 << 19))
                    .isInstanceOf(GuestInterrupted.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void clocksShowTheInjectedTime() {
        try (var guest = guest()) {
            assertThat(guest.call("clock_time_get", 0, 1, RESULT)).isZero();
            assertThat(guest.memory().getLong(RESULT)).isEqualTo(FakeClocks.REALTIME_START + 5_000);
            assertThat(guest.call("clock_time_get", 1, 1, RESULT)).isZero();
            assertThat(guest.memory().getLong(RESULT)).isEqualTo(5_000);
            assertThat(guest.call("clock_time_get", 2, 1, RESULT)).isZero();
            assertThat(guest.memory().getLong(RESULT)).isZero();
            assertThat(guest.call("clock_res_get", 3, RESULT)).isZero();
            assertThat(guest.memory().getLong(RESULT)).isEqualTo(1);
            assertThat(guest.call("clock_time_get", 4, 1, RESULT)).isEqualTo(Errno.INVAL);
            assertThat(guest.call("clock_res_get", -1, RESULT)).isEqualTo(Errno.INVAL);
            assertThat(guest.call("clock_time_get", 0, 1, -4)).isEqualTo(Errno.FAULT);
        }
    }

    @Test
    void systemClocksAreTheMachines() {
        long before = System.currentTimeMillis();
        assertThat(WasiClocks.SYSTEM.realtimeNanos() / 1_000_000).isBetween(before, before + 5_000);
        long first = WasiClocks.SYSTEM.monotonicNanos();
        assertThat(WasiClocks.SYSTEM.monotonicNanos()).isGreaterThanOrEqualTo(first);
    }

    @Test
    void signalsDoNotExistAndYieldDoesNothing() {
        try (var guest = guest()) {
            assertThat(guest.call("proc_raise", 6)).isEqualTo(Errno.NOSYS);
            assertThat(guest.call("sched_yield")).isZero();
        }
    }

    @Test
    void nothingIsASocket() {
        try (var guest = guest()) {
            assertThat(guest.call("sock_accept", 0, 0, RESULT)).isEqualTo(Errno.NOTSOCK);
            assertThat(guest.call("sock_recv", 0, 0, 0, 0, 0, 0)).isEqualTo(Errno.NOTSOCK);
            assertThat(guest.call("sock_send", 1, 0, 0, 0, 0)).isEqualTo(Errno.NOTSOCK);
            assertThat(guest.call("sock_shutdown", 9, 0)).isEqualTo(Errno.BADF);
        }
    }

    @Test
    void thereAreFortySixFunctionsInOrder() {
        assertThat(WasiFunctions.ALL).hasSize(46);
        assertThat(WasiFunctions.ALL).extracting(WasiFunction::name).isSorted();
        assertThat(WasiFunctions.ALL)
                .filteredOn(function -> function.results().isEmpty())
                .extracting(WasiFunction::name)
                .containsExactly("proc_exit");
    }
}
