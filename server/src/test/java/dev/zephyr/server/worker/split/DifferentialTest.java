// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A cut module does what the uncut one does: results, traps, memory and globals, interpreted and
 * compiled, with nearly every function cut. {@code -Dsplit.modules=100000 -Dsplit.seed=1} makes it
 * longer.
 */
class DifferentialTest {
    private static final int MODULES = Integer.getInteger("split.modules", 100);
    private static final long SEED = Long.getLong("split.seed", 20_260_101L);

    /**
     * So often a module has blocks that begin with values on the operand stack; those run in the
     * interpreter only.
     */
    private static final int DEEP_EVERY = 5;

    /** So often a module is compiled too, which takes ten times as long. */
    private static final int COMPILED_EVERY = 4;

    private static final Threshold[] THRESHOLDS = {
        new Threshold(60, 60),
        new Threshold(120, 120),
        new Threshold(120, 60),
        new Threshold(300, 300),
        new Threshold(700, 200)
    };

    private int functions;
    private int cut;
    private int compiled;
    private int notCompiled;

    @Test
    void cutModulesDoWhatUncutOnesDo() {
        for (int i = 0; i < MODULES; i++) {
            check(
                    SEED + i,
                    THRESHOLDS[i / DEEP_EVERY % THRESHOLDS.length],
                    i % DEEP_EVERY == 0,
                    i % COMPILED_EVERY == 1);
        }
        assertThat(cut).describedAs("functions cut, of %d", functions).isGreaterThan(functions / 2);
        assertThat(compiled)
                .describedAs("modules compiled; the engine failed for %d", notCompiled)
                .isGreaterThan(4 * notCompiled);
    }

    private void check(long seed, Threshold threshold, boolean deep, boolean compile) {
        byte[] module = RandomModule.make(new Random(seed), deep);
        Split split = FunctionSplitter.split(module, threshold);
        assertThat(split).describedAs("seed %d", seed).isInstanceOf(Split.Done.class);
        SplitReport report = ((Split.Done) split).report();
        functions += report.functions();
        cut += report.split().size();
        assertThat(EngineRun.interpreted(split.module(), new Random(seed)))
                .describedAs("seed %d, interpreted", seed)
                .isEqualTo(EngineRun.interpreted(module, new Random(seed)));
        if (compile && !deep) {
            checkCompiled(seed, module, split.module());
        }
    }

    private void checkCompiled(long seed, byte[] uncut, byte[] cut) {
        List<String> expected;
        try {
            expected = EngineRun.compiled(uncut, new Random(seed));
        } catch (RuntimeException | LinkageError _) {
            // The engine's compiler fails on the module as it came, so there is nothing to compare
            // with.
            notCompiled++;
            return;
        }
        compiled++;
        assertThat(EngineRun.compiled(cut, new Random(seed)))
                .describedAs("seed %d, compiled", seed)
                .isEqualTo(expected);
    }
}
