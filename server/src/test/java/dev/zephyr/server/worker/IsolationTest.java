// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static dev.zephyr.server.worker.HostileGuests.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.RunLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing of a run is left for the next. Every run here is followed by a full compare. */
class IsolationTest {

    private static final RunLimits LIMITS = TestEngine.limits(Duration.ofSeconds(20), 1 << 20);

    /**
     * With input, keeps it wherever it can: memory, grown memory, globals, table. Without, exits
     * with 0 if all of these are as a new instance has them.
     */
    private static final String KEEPER =
            """
            (module
              (import "wasi_snapshot_preview1" "fd_read"
                (func $read (param i32 i32 i32 i32) (result i32)))
              (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
              (memory 2)
              (data (i32.const 0) "\\00\\20\\00\\00\\00\\10\\00\\00")
              (data (i32.const 70000) "data")
              (global $g (mut i64) (i64.const 5))
              %s
              (func $keep
                (global.set $g (i64.load (i32.const 8192)))
                (memory.copy (i32.const 20000) (i32.const 8192) (i32.const 4096))
                (memory.copy (i32.const 126976) (i32.const 8192) (i32.const 4096))
                (drop (memory.grow (i32.const 6)))
                (memory.copy (i32.const 400000) (i32.const 8192) (i32.const 4096))
                (i32.store (i32.const 70000) (i32.const 0))
                %s)
              (func $check (local $i i32)
                (if (i64.ne (global.get $g) (i64.const 5)) (then (call $exit (i32.const 2))))
                (if (i32.ne (memory.size) (i32.const 2)) (then (call $exit (i32.const 3))))
                (if (i32.ne (i32.load (i32.const 70000)) (i32.const 0x61746164))
                  (then (call $exit (i32.const 4))))
                (i32.store (i32.const 70000) (i32.const 0))
                (drop (memory.grow (i32.const 8)))
                (local.set $i (i32.const 12))
                (loop $l
                  (if (i64.ne (i64.load (local.get $i)) (i64.const 0))
                    (then (call $exit (i32.const 5))))
                  (local.set $i (i32.add (local.get $i) (i32.const 8)))
                  (br_if $l (i32.lt_u (local.get $i) (i32.const 655348)))))
              (func (export "_start")
                (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
                (if (i32.load (i32.const 8))
                  (then (call $keep))
                  (else (call $check)))))
            """;

    private TestEngine engine;

    @BeforeEach
    void open(@TempDir Path folder) {
        engine = TestEngine.oneThread(folder);
    }

    @AfterEach
    void shut() {
        engine.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(nop)", "(unreachable)", "(call $exit (i32.const 0))", "(call $keep)"})
    void workerFindsNothingOfThePreviousRequest(String end) {
        Guest keeper = engine.guest(KEEPER.formatted("", end), LIMITS);
        Guest other = engine.guest(KEEPER.formatted("(global $k i32 (i32.const 1))", end), LIMITS);

        for (int i = 0; i < 3; i++) {
            engine.run(keeper, "secret of the first");
            assertThat(engine.run(keeper).outcome()).isEqualTo(RunOutcome.COMPLETED);
            engine.run(keeper, "secret of the first");
            assertThat(engine.run(other).outcome()).isEqualTo(RunOutcome.COMPLETED);
            assertThat(engine.run(keeper).outcome()).isEqualTo(RunOutcome.COMPLETED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(memory.fill (i32.const 0) (i32.const 255) (i32.const 131072))",
                "(drop (memory.grow (i32.const 14)))"
                        + "(memory.fill (i32.const 0) (i32.const 1) (i32.const 1048576))",
                "(i64.store (i32.const 4089) (i64.const -1))"
                        + "(i64.store (i32.const 8191) (i64.const -1))"
                        + "(i32.store (i32.const 12287) (i32.const -1))"
                        + "(i32.store16 (i32.const 16383) (i32.const -1))",
                "(i64.store (i32.const 131064) (i64.const -1))"
                        + "(i64.store (i32.const 131065) (i64.const -1))",
                "(memory.fill (i32.const 131000) (i32.const 9) (i32.const 73))",
                "(memory.copy (i32.const 4000) (i32.const 69990) (i32.const 9000))",
                "(memory.init 1 (i32.const 4094) (i32.const 0) (i32.const 6)) (data.drop 1)",
                "(loop $l (i64.store (local.get $i) (i64.const 7))"
                        + "(local.set $i (i32.add (local.get $i) (i32.const 8))) (br $l))",
                "(loop $l (i64.store (i32.and (local.get $i) (i32.const 0xFFFF)) (i64.const 7))"
                        + "(local.set $i (i32.add (local.get $i) (i32.const 4099))) (br $l))",
                "(call $deeper (i32.const 0))",
            })
    void poisonIsGoneAfterTheRun(String code) {
        Guest guest =
                engine.guest(
                        """
                        (module
                          (memory 2)
                          (data (i32.const 70000) "data")
                          (data "passive")
                          (func $deeper (param $i i32)
                            (i64.store (i32.and (local.get $i) (i32.const 0xFFFF)) (i64.const -1))
                            (call $deeper (i32.add (local.get $i) (i32.const 97))))
                          (func (export "_start") (local $i i32) %s))
                        """
                                .formatted(code),
                        TestEngine.limits(Duration.ofMillis(100), 1 << 20));

        assertThat(guest.problem()).isEmpty();
        for (int i = 0; i < 5; i++) {
            assertThat(engine.run(guest).outcome()).isNotInstanceOf(RunOutcome.Unloadable.class);
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, 24);
    }

    /** Three times the same: on a used instance, on a new one, and interpreted. */
    @ParameterizedTest
    @MethodSource("seeds")
    void randomModuleDoesTheSameAgainAndInterpreted(int seed) {
        byte[] wasm = Wat.assemble(RandomModule.wat(new Random(seed)));
        Guest compiled = engine.guest(wasm, LIMITS);
        assertThat(compiled.report()).as("compiled").isPresent();

        var first = engine.run(compiled);
        var second = engine.run(compiled);
        engine.run(
                engine.guest(
                        command(
                                "(memory 3)",
                                "(memory.fill (i32.const 0) (i32.const 3)"
                                        + " (i32.const 196608))"),
                        LIMITS));
        var third = engine.run(compiled);
        var interpreted = engine.run(engine.interpreted(wasm, LIMITS));

        assertThat(second).usingRecursiveComparison().isEqualTo(first);
        assertThat(third).usingRecursiveComparison().isEqualTo(first);
        assertThat(interpreted.outcome()).hasSameClassAs(first.outcome());
        assertThat(interpreted.output()).isEqualTo(first.output());
    }

    @Test
    void mostRandomModulesRunToTheirEnd() {
        long completed =
                seeds().limit(20)
                        .mapToObj(seed -> Wat.assemble(RandomModule.wat(new Random(seed))))
                        .map(wasm -> engine.run(engine.guest(wasm, LIMITS)).outcome())
                        .filter(RunOutcome.COMPLETED::equals)
                        .count();

        assertThat(completed).isGreaterThan(5);
    }
}
