// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.zephyr.spi.Commit.Isolation;
import dev.zephyr.spi.CommitResult.Committed;
import dev.zephyr.spi.CommitResult.Conflict;
import dev.zephyr.spi.CommitResult.OverQuota;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link KeyValueStore} owes; each one has a test class that extends this. */
public abstract class KeyValueStoreContract {

    private static final KeyValueLimits SMALL = new KeyValueLimits(8, 16, 3, 40, 2);

    private KeyValueStore store;

    /** A store without any namespace, to be closed by the caller. */
    protected abstract KeyValueStore open(KeyValueLimits limits);

    @BeforeEach
    final void openWithDefaultLimits() {
        store = open(KeyValueLimits.DEFAULT);
    }

    @AfterEach
    final void closeStore() {
        store.close();
    }

    @Test
    public void unknownNamespaceIsEmpty() {
        assertThat(store.snapshot("a").entries()).isEmpty();
        assertThat(store.namespaces()).isEmpty();
    }

    @Test
    public void committedChangesAreInTheNextSnapshot() {
        put("a", Map.of("k", "1", "l", "2"));
        put("a", Map.of("k", "3"));
        assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("k", "3", "l", "2"));
        commit(store.snapshot("a"), Map.of("m", "4"), Set.of("k"));
        assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("m", "4", "l", "2"));
    }

    @Test
    public void everythingCanBeDeleted() {
        put("a", Map.of("k", "1", "l", "2"));
        commit(store.snapshot("a"), Map.of(), Set.of("k", "l"));
        assertThat(store.snapshot("a").entries()).isEmpty();
        put("a", Map.of("k", "3"));
        assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("k", "3"));
    }

    @Test
    public void deletingAnAbsentKeyIsNoConflict() {
        Snapshot base = store.snapshot("a");
        assertThat(commit(base, Map.of(), Set.of("k"))).isInstanceOf(Committed.class);
        assertThat(store.snapshot("a").entries()).isEmpty();
    }

    @Test
    public void namespacesAreIndependent() {
        Snapshot base = store.snapshot("b");
        put("a", Map.of("k", "1"));
        assertThat(commit(base, Map.of("k", "2"), Set.of())).isInstanceOf(Committed.class);
        assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("k", "1"));
        assertThat(store.snapshot("b").entries()).isEqualTo(Map.of("k", "2"));
        assertThat(store.namespaces()).containsExactly("a", "b");
    }

    @Test
    public void snapshotStaysAsItWas() {
        put("a", Map.of("k", "1", "l", "2"));
        Snapshot before = store.snapshot("a");
        commit(before, Map.of("k", "3", "m", "4"), Set.of("l"));
        assertThat(before.entries()).isEqualTo(Map.of("k", "1", "l", "2"));
    }

    @Test
    public void versionsGrowWithEachCommitAndOnlyThen() {
        Snapshot none = store.snapshot("a");
        Committed first = (Committed) put("a", Map.of("k", "1"));
        Committed second = (Committed) put("a", Map.of("k", "2"));
        assertThat(first.version()).isGreaterThan(none.version());
        assertThat(second.version()).isGreaterThan(first.version());
        assertThat(store.snapshot("a").version()).isEqualTo(second.version());
        assertThat(store.snapshot("a").version()).isEqualTo(second.version());
    }

    @Test
    public void acknowledgedCommitsAreDurable() {
        Committed committed = (Committed) put("a", Map.of("k", "1"));
        assertThat(committed.durable().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(10));
        assertThat(store.snapshot("a").durable().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    public void firstCommitterOfAKeyWins(Isolation isolation) {
        put("a", Map.of("k", "1", "l", "1"));
        Snapshot base = store.snapshot("a");
        put("a", Map.of("k", "2"));
        assertThat(commit(base, Map.of("k", "3", "m", "3"), Set.of("l"), isolation))
                .isInstanceOf(Conflict.class);
        assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("k", "2", "l", "1"));
    }

    @Test
    public void changesOfOtherKeysConflictOnlyIfSerializable() {
        put("a", Map.of("k", "1", "l", "1"));
        Snapshot base = store.snapshot("a");
        put("a", Map.of("k", "2"));
        assertThat(commit(base, Map.of("l", "3"), Set.of(), Isolation.SERIALIZABLE))
                .isInstanceOf(Conflict.class);
        assertThat(commit(base, Map.of("l", "3"), Set.of(), Isolation.SNAPSHOT))
                .isInstanceOf(Committed.class);
        assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("k", "2", "l", "3"));
    }

    @Test
    public void writingAKeyThatWasCreatedSinceIsAConflict() {
        put("a", Map.of("l", "1"));
        Snapshot base = store.snapshot("a");
        put("a", Map.of("k", "1"));
        assertThat(commit(base, Map.of("k", "2"), Set.of())).isInstanceOf(Conflict.class);
        assertThat(commit(base, Map.of(), Set.of("k"))).isInstanceOf(Conflict.class);
    }

    @Test
    public void creatingTheNamespaceTwiceIsAConflict() {
        Snapshot base = store.snapshot("a");
        put("a", Map.of("k", "1"));
        assertThat(commit(base, Map.of("k", "2"), Set.of())).isInstanceOf(Conflict.class);
        assertThat(commit(base, Map.of("l", "2"), Set.of())).isInstanceOf(Committed.class);
    }

    @Test
    public void writingAKeyThatWasRemovedSinceIsAConflict() {
        put("a", Map.of("k", "1"));
        Snapshot base = store.snapshot("a");
        commit(base, Map.of(), Set.of("k"));
        assertThat(commit(base, Map.of("k", "2"), Set.of())).isInstanceOf(Conflict.class);
        assertThat(commit(base, Map.of(), Set.of("k"))).isInstanceOf(Conflict.class);
    }

    @Test
    public void writingAKeyThatWasRemovedAndCreatedSinceIsAConflict() {
        put("a", Map.of("k", "1"));
        Snapshot base = store.snapshot("a");
        commit(base, Map.of(), Set.of("k"));
        put("a", Map.of("k", "1"));
        assertThat(commit(base, Map.of("k", "2"), Set.of())).isInstanceOf(Conflict.class);
    }

    @Test
    public void theSameCommitIsAppliedAtMostOnce() {
        Snapshot base = store.snapshot("a");
        Commit commit = new Commit(base, Map.of("k", "1"), Set.of(), Isolation.SNAPSHOT, forEver());
        assertThat(store.commit(commit)).isInstanceOf(Committed.class);
        assertThat(store.commit(commit)).isInstanceOf(Conflict.class);
    }

    @Test
    public void anyTextComesBackAsItWasGiven() {
        Map<String, String> entries = new HashMap<>();
        for (String text : Texts.strange()) {
            entries.put(text, "value " + text);
            entries.put("key " + text, text);
        }
        put("texts", entries);
        assertThat(store.snapshot("texts").entries()).isEqualTo(entries);
        commit(store.snapshot("texts"), Map.of("kept", ""), entries.keySet());
        assertThat(store.snapshot("texts").entries()).isEqualTo(Map.of("kept", ""));
    }

    @Test
    public void anyTextNamesANamespace() {
        List<String> names = Texts.strange().stream().filter(t -> t.length() < 200).toList();
        names.forEach(name -> put(name, Map.of("k", name)));
        names.forEach(
                name -> assertThat(store.snapshot(name).entries()).isEqualTo(Map.of("k", name)));
        assertThat(store.namespaces()).containsExactlyElementsOf(names.stream().sorted().toList());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    public void randomTextComesBackAsItWasGiven(long seed) {
        Random random = new Random(seed);
        Map<String, String> entries = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            entries.put(Texts.random(random, 20), Texts.random(random, 200));
        }
        put("texts", entries);
        assertThat(store.snapshot("texts").entries()).isEqualTo(entries);
    }

    @Test
    public void valueOfTheLargestSizeComesBack() {
        String value = "é\0".repeat((1 << 20) / 3) + "x";
        put("a", Map.of("k", value));
        assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("k", value));
    }

    @Test
    public void limitsOfSingleEntriesHold() {
        reopen(SMALL);
        assertThat(put("a", Map.of("12345678", "1234567890123456"))).isInstanceOf(Committed.class);
        assertOverQuota(put("a", Map.of("123456789", "")), "key: 9 bytes (expected: <= 8)");
        assertOverQuota(
                put("a", Map.of("k", "12345678901234567")), "value: 17 bytes (expected: <= 16)");
        assertOverQuota(put("a", Map.of("ééé€", "")), "key: 9 bytes (expected: <= 8)");
        assertThat(store.snapshot("a").entries()).hasSize(1);
    }

    @Test
    public void limitsOfANamespaceHold() {
        reopen(SMALL);
        put("a", Map.of("k", "", "l", "", "m", ""));
        assertOverQuota(put("a", Map.of("n", "")), "keys in the namespace: 4 (expected: <= 3)");
        commit(store.snapshot("a"), Map.of("n", ""), Set.of("m"));
        assertThat(put("a", Map.of("k", "1234567890123456", "l", "1234567890123456")))
                .isInstanceOf(Committed.class);
        assertOverQuota(
                put("a", Map.of("n", "123456")), "bytes in the namespace: 41 (expected: <= 40)");
        assertThat(put("a", Map.of("n", "12345"))).isInstanceOf(Committed.class);
    }

    @Test
    public void limitOfNamespacesHolds() {
        reopen(SMALL);
        put("a", Map.of("k", ""));
        put("b", Map.of("k", ""));
        assertOverQuota(put("c", Map.of("k", "")), "namespaces: 3 (expected: <= 2)");
        assertThat(store.namespaces()).containsExactly("a", "b");
    }

    @Test
    public void entriesLiveAsLongAsTheirTimeToLive() {
        commit(store.snapshot("a"), Map.of("short", "1"), Duration.ofMillis(200));
        commit(store.snapshot("a"), Map.of("long", "1"), Duration.ofHours(1));
        put("a", Map.of("ever", "1"));
        awaitKeys("a", Set.of("long", "ever"));
    }

    @Test
    public void writingAgainStartsTheTimeToLiveAnew() {
        commit(store.snapshot("a"), Map.of("k", "1", "l", "1"), Duration.ofMillis(200));
        commit(store.snapshot("a"), Map.of("k", "2"), Duration.ofHours(1));
        awaitKeys("a", Set.of("k"));
        assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("k", "2"));
    }

    @Test
    public void whatHasExpiredCanBeCreatedAnew() {
        commit(store.snapshot("a"), Map.of("k", "1"), Duration.ofMillis(1));
        awaitKeys("a", Set.of());
        assertThat(put("a", Map.of("k", "2"))).isInstanceOf(Committed.class);
        assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("k", "2"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    public void concurrentHistoryIsSnapshotIsolated(long seed) {
        History.record(store, "h", Isolation.SNAPSHOT, seed).verify();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    public void concurrentHistoryIsSerializable(long seed) {
        History.record(store, "h", Isolation.SERIALIZABLE, seed).verify();
    }

    private void reopen(KeyValueLimits limits) {
        store.close();
        store = open(limits);
    }

    private CommitResult put(String namespace, Map<String, String> puts) {
        return commit(store.snapshot(namespace), puts, Set.of());
    }

    private CommitResult commit(Snapshot base, Map<String, String> puts, Set<String> deletes) {
        return commit(base, puts, deletes, Isolation.SNAPSHOT);
    }

    private CommitResult commit(
            Snapshot base, Map<String, String> puts, Set<String> deletes, Isolation isolation) {
        return store.commit(new Commit(base, puts, deletes, isolation, forEver()));
    }

    private void commit(Snapshot base, Map<String, String> puts, Duration timeToLive) {
        Optional<Duration> ttl = Optional.of(timeToLive);
        assertThat(store.commit(new Commit(base, puts, Set.of(), Isolation.SNAPSHOT, ttl)))
                .isInstanceOf(Committed.class);
    }

    private static Optional<Duration> forEver() {
        return Optional.empty();
    }

    private static void assertOverQuota(CommitResult result, String reason) {
        assertThat(result).isEqualTo(new OverQuota(reason));
    }

    private void awaitKeys(String namespace, Set<String> keys) {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!store.snapshot(namespace).entries().keySet().equals(keys)) {
            if (System.nanoTime() > deadlineNanos) {
                fail("keys: " + store.snapshot(namespace).entries().keySet() + ", not " + keys);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
