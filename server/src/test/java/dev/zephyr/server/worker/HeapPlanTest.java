// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapPlanTest {

    private static final long MIB = 1 << 20;

    @Test
    void heapOfExactlyTheNeededSizeFits() {
        assertThat(HeapPlan.of(4, 256 * MIB, 1280 * MIB)).isEqualTo(new HeapPlan.Fits(1280 * MIB));
    }

    @Test
    void smallerHeapIsRefusedWithTheFigures() {
        assertThat(HeapPlan.of(4, 256 * MIB, 1279 * MIB))
                .isInstanceOfSatisfying(
                        HeapPlan.TooSmall.class,
                        plan ->
                                assertThat(plan.advice())
                                        .contains("1279 MiB", "1280 MiB", "4 threads", "256 MiB"));
    }
}
