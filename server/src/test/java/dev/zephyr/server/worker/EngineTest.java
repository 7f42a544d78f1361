// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.WorkerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {

    /** Copies standard input, up to 1 KiB of it, to standard output. */
    private static final String ECHO =
            """
            (module
              (import "wasi_snapshot_preview1" "fd_read"
                (func $read (param i32 i32 i32 i32) (result i32)))
              (import "wasi_snapshot_preview1" "fd_write"
                (func $write (param i32 i32 i32 i32) (result i32)))
              (memory (export "memory") 1)
              (data (i32.const 0) "\\40\\00\\00\\00\\00\\04\\00\\00")
              (func (export "_start")
                (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 4)))
                (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))
            """;

    private TestEngine engine;

    @BeforeEach
    void start(@TempDir Path folder) {
        engine = TestEngine.oneThread(folder);
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    @Test
    void commandReadsAndWrites() {
        Guest echo = engine.guest(ECHO);

        var ran = engine.run(echo, "hello");

        assertThat(ran.outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(ran.text()).isEqualTo("hello");
        assertThat(engine.run(echo, "again").text()).isEqualTo("again");
        assertThat(echo.problem()).isEmpty();
        assertThat(echo.report()).hasValueSatisfying(r -> assertThat(r.interpreted()).isEmpty());
    }

    @Test
    void exitCodeZeroIsSuccessAndAnotherIsNot() {
        assertThat(engine.run(engine.guest(exit(0))).outcome()).isEqualTo(RunOutcome.COMPLETED);
        assertThat(engine.run(engine.guest(exit(7))).outcome()).isEqualTo(new RunOutcome.Exited(7));
    }

    private static String exit(int code) {
        return """
        (module
          (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
          (func (export "_start") (call $exit (i32.const %d)) (unreachable)))
        """
                .formatted(code);
    }

    @Test
    void moduleThatIsNotValidIsAProblemAndNotAnException() {
        Guest broken = engine.guest(new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0, 9}, limits());

        assertThat(broken.problem()).isPresent();
        assertThat(engine.run(broken).outcome()).isInstanceOf(RunOutcome.Unloadable.class);
    }

    @Test
    void fileThatIsNotThereIsAProblem(@TempDir Path empty) {
        var config = WorkerConfig.withoutFile(limits());
        Guest missing = engine.engine().load("/x", empty.resolve("x.wasm"), config);
        missing.ready().join();

        assertThat(missing.problem()).hasValue("file not found");
    }

    @Test
    void loopEndsAtItsTimeLimit() {
        Guest loop =
                engine.guest(
                        "(module (func (export \"_start\") (loop $l (br $l))))",
                        TestEngine.limits(Duration.ofMillis(100)));

        assertThat(engine.run(loop).outcome())
                .isEqualTo(new RunOutcome.TimedOut(Duration.ofMillis(100)));
        assertThat(engine.run(engine.guest(ECHO), "next").text()).isEqualTo("next");
    }

    @Test
    void jobBeyondTheQueueIsRefused(@TempDir Path folder) {
        var options = EngineOptions.defaults().withThreads(1).withQueueMax(1);
        try (var small = new TestEngine(folder, options)) {
            var started = new CountDownLatch(1);
            var release = new CountDownLatch(1);
            small.engine()
                    .submit(_ -> {
                        started.countDown();
                        awaitQuietly(release);
                    });
            awaitQuietly(started);

            assertThat(small.engine().submit(_ -> {})).isTrue();
            assertThat(small.engine().submit(_ -> {})).isFalse();
            release.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static RunLimits limits() {
        return TestEngine.limits(Duration.ofSeconds(20));
    }
}
