// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.Commit.Isolation;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.CommitResult.Committed;
import dev.zephyr.spi.CommitResult.Conflict;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class NamespaceTest {

    private final List<Backing.Change> changes = new ArrayList<>();
    private final Namespace namespace = new Namespace("a", new Recorder());

    @Test
    void runThatSawWhatWasUndoneConflicts() {
        put("n", "phantom");
        Snapshot phantom = namespace.snapshot(0);
        changes.getLast().forget().run();
        assertThat(namespace.snapshot(0).entries()).isEmpty();
        assertThat(commit(phantom, "n", "next")).isInstanceOf(Conflict.class);
        assertThat(commit(phantom, "other", "next")).isInstanceOf(Conflict.class);
        Snapshot fresh = namespace.snapshot(0);
        assertThat(fresh.version()).isGreaterThan(phantom.version());
        assertThat(commit(fresh, "n", "1")).isInstanceOf(Committed.class);
        assertThat(changes.getLast().version()).isGreaterThan(fresh.version());
    }

    @Test
    void expiryIsAChangeThatIsKeptToo() {
        Snapshot base = namespace.snapshot(0);
        Optional<Duration> ttl = Optional.of(Duration.ofMillis(10));
        namespace.commit(
                new Commit(base, Map.of("k", "1"), Set.of(), Isolation.SNAPSHOT, ttl),
                KeyValueLimits.DEFAULT,
                0);
        assertThat(namespace.snapshot(9).entries()).isEqualTo(Map.of("k", "1"));
        assertThat(namespace.snapshot(10).entries()).isEmpty();
        assertThat(changes).hasSize(2);
        assertThat(changes.getLast().deletes()).containsExactly("k");
    }

    private void put(String key, String value) {
        assertThat(commit(namespace.snapshot(0), key, value)).isInstanceOf(Committed.class);
    }

    private CommitResult commit(Snapshot base, String key, String value) {
        return namespace.commit(
                new Commit(
                        base, Map.of(key, value), Set.of(), Isolation.SNAPSHOT, Optional.empty()),
                KeyValueLimits.DEFAULT,
                0);
    }

    /** Keeps nothing, but tells what it was given. */
    private final class Recorder implements Backing {

        @Override
        public List<String> namespaces() {
            return List.of();
        }

        @Override
        public Snapshot load(String name) {
            return NONE.load(name);
        }

        @Override
        public CompletionStage<Void> append(Change change) {
            changes.add(change);
            return new CompletableFuture<>();
        }

        @Override
        public String trouble() {
            return "";
        }

        @Override
        public void close() {}
    }
}
