// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DurationsTest {

    private final Shards shards = new Shards(Durations.CELLS);
    private final Shard shard = shards.open();

    @Test
    void thereAreSeventeenBoundsFromFiftyMicrosecondsToTenSeconds() {
        assertThat(Durations.bounds()).isEqualTo(17);
        assertThat(Durations.bound(0)).isEqualTo("5.0E-5");
        assertThat(Durations.bound(16)).isEqualTo("10.0");
    }

    @Test
    void boundsRiseAndEachBelongsToItsOwnBucket() {
        long last = 0;
        for (int bucket = 0; bucket < Durations.bounds(); bucket++) {
            long bound = Math.round(Double.parseDouble(Durations.bound(bucket)) * 1e9);
            assertThat(bound).isGreaterThan(last);
            assertThat(Durations.bucket(bound - 1)).isEqualTo(bucket);
            assertThat(Durations.bucket(bound)).isEqualTo(bucket);
            assertThat(Durations.bucket(bound + 1)).isEqualTo(bucket + 1);
            last = bound;
        }
        assertThat(Durations.bucket(Long.MAX_VALUE)).isEqualTo(Durations.bounds());
        assertThat(Durations.bucket(0)).isZero();
        assertThat(Durations.bucket(-1)).isZero();
    }

    @Test
    void countIsTheSumOfTheBuckets() {
        Random random = new Random(7);
        long nanos = 0;
        for (int i = 0; i < 10_000; i++) {
            long duration = random.nextLong() >>> random.nextInt(20, 60);
            Durations.record(shard, 0, duration);
            nanos += duration;
        }
        DurationTotals totals = new DurationTotals().add(shards.totals(), 0);
        assertThat(totals.count()).isEqualTo(10_000);
        assertThat(totals.nanos()).isEqualTo(nanos);
    }
}
