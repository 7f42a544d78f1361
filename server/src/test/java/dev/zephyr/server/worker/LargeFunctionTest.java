// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions beyond the 64 KiB that the JVM takes are compiled all the same. */
class LargeFunctionTest {

    private static final int STATEMENTS = 20_000;

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
    void aFunctionTooLargeForTheJvmIsCutAndNotInterpreted() {
        Guest guest = engine.guest(counting(STATEMENTS));

        assertThat(engine.run(guest, "").outcome()).isEqualTo(RunOutcome.COMPLETED);
        guest.ready().join();
        assertThat(guest.report())
                .hasValueSatisfying(report -> assertThat(report.interpreted()).isEmpty());
        assertThat(engine.run(guest, "").outcome()).isEqualTo(RunOutcome.COMPLETED);
    }

    @Test
    void whatItComputesIsWhatTheWholeFunctionWould() {
        Guest guest = engine.guest(counting(STATEMENTS + 1));
        guest.ready().join();

        assertThat(engine.run(guest, "").outcome()).isInstanceOf(RunOutcome.Trapped.class);
    }

    /** Adds one {@link #STATEMENTS} times and traps unless that makes what is expected. */
    private static String counting(int expected) {
        return """
        (module
          (memory (export "memory") 1)
          (func (export "_start") (local $sum i32)
            %s
            (if (i32.ne (local.get $sum) (i32.const %d))
              (then (unreachable)))))
        """
                .formatted(
                        "(local.set $sum (i32.add (local.get $sum) (i32.const 1)))\n"
                                .repeat(STATEMENTS),
                        expected);
    }
}
