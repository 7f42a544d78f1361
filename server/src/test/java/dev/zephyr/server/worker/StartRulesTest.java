// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.WorkerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is called in a run, and from when on a worker can be run. */
class StartRulesTest {

    private static final RunLimits LIMITS = TestEngine.limits(Duration.ofSeconds(20));

    private TestEngine engine;

    @BeforeEach
    void open(@TempDir Path folder) {
        engine = TestEngine.oneThread(folder);
    }

    @AfterEach
    void shut() {
        engine.close();
    }

    /** Exits with what is left in a cell when the run ends, through fields of the test. */
    private static String module(String fields) {
        return """
        (module
          (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
          (memory 1)
          %s)
        """
                .formatted(fields);
    }

    @Test
    void reactorIsInitializedAndNothingElseIsCalled() {
        String reactor =
                module(
                        """
                        (func (export "_initialize") (call $exit (i32.const 3)))
                        (func (export "run") (call $exit (i32.const 4)))
                        """);

        assertThat(engine.run(engine.guest(reactor)).outcome()).isEqualTo(new RunOutcome.Exited(3));
    }

    @Test
    void exportWithoutANameComesBeforeStart() {
        String both =
                module(
                        """
                        (func (export "_start") (call $exit (i32.const 3)))
                        (func (export "") (call $exit (i32.const 4)))
                        """);

        assertThat(engine.run(engine.guest(both)).outcome()).isEqualTo(new RunOutcome.Exited(4));
    }

    @Test
    void moduleWithoutAnEntryRunsAndSaysNothing() {
        byte[] empty = {0, 'a', 's', 'm', 1, 0, 0, 0};
        var ran = engine.run(engine.guest(empty, LIMITS));

        assertThat(ran.outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(ran.output()).isEmpty();
    }

    @Test
    void startFunctionRunsOnceInEachRunOnFreshMemory() {
        String counter =
                module(
                        """
                        (func $count
                          (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1))))
                        (start $count)
                        (func (export "_start") (call $exit (i32.load (i32.const 0))))
                        """);
        Guest guest = engine.guest(counter);

        for (int i = 0; i < 3; i++) {
            assertThat(engine.run(guest).outcome()).isEqualTo(new RunOutcome.Exited(1));
        }
    }

    @Test
    void runRightAfterLoadingBeganIsAnswered() {
        byte[] wasm = Wat.assemble(module("(func (export \"_start\") (call $exit (i32.const 9)))"));
        Guest guest = engine.loading(wasm, LIMITS);

        assertThat(engine.run(guest).outcome()).isEqualTo(new RunOutcome.Exited(9));
    }

    @Test
    void runOfAModuleThatNeverComesEndsAtItsTimeLimit() {
        RunLimits brief = TestEngine.limits(Duration.ofMillis(50));
        engine.guest("(module)", brief);
        var never = new Guest("/x", WorkerConfig.withoutFile(brief), new CompletableFuture<>());

        assertThat(never.problem()).isEmpty();
        assertThat(never.report()).isEmpty();
        assertThat(engine.run(never).outcome()).isEqualTo(new RunOutcome.TimedOut(brief.timeout()));
    }

    @Test
    void equalFilesAreCompiledOnce() throws InterruptedException {
        Guest one = engine.guest(module(""));
        Guest other = engine.guest(module(""));

        assertThat(other.await()).isSameAs(one.await());
    }

    @Test
    void closingStopsWhatRuns() {
        Guest loop = engine.guest(HostileGuests.command("(loop $l (br $l))"));
        var running = engine.start(loop, "");
        while (engine.engine().queued() > 0) {
            Thread.onSpinWait();
        }
        engine.close();

        assertThat(running.join().outcome()).isEqualTo(new RunOutcome.Stopped());
        assertThat(engine.engine().submit(_ -> {})).isFalse();
    }
}
