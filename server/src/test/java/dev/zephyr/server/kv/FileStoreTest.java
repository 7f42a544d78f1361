// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.Commit.Isolation;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.CommitResult.Committed;
import dev.zephyr.spi.CommitResult.Conflict;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.Snapshot;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class FileStoreTest {

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(Sync.class)
    void everythingIsThereAfterTheStoreIsOpenedAgain(Sync sync) {
        long version;
        try (KeyValueStore store = open("?sync=" + sync)) {
            put(store, "a", Map.of("k", "1", "l", "2", "\0", "\ud800"));
            put(store, "a", Map.of("k", "3"));
            commit(store, store.snapshot("a"), Map.of(), Set.of("l"));
            put(store, "\udc00", Map.of("k", ""));
            version = store.snapshot("a").version();
        }
        try (KeyValueStore store = open("?sync=" + sync)) {
            assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("k", "3", "\0", "\ud800"));
            assertThat(store.snapshot("a").version()).isEqualTo(version);
            assertThat(store.snapshot("\udc00").entries()).isEqualTo(Map.of("k", ""));
            assertThat(store.namespaces()).containsExactly("a", "\udc00");
        }
    }

    @Test
    void timeToLiveGoesOnWhileTheStoreIsClosed() {
        try (KeyValueStore store = open("")) {
            Snapshot base = store.snapshot("a");
            Optional<Duration> brief = Optional.of(Duration.ofMillis(1));
            settle(new Commit(base, Map.of("k", "1"), Set.of(), Isolation.SNAPSHOT, brief), store);
        }
        try (KeyValueStore store = open("")) {
            assertThat(store.snapshot("a").entries()).isEmpty();
        }
    }

    @Test
    void conflictsAreFoundAcrossARestart() {
        Snapshot base;
        try (KeyValueStore store = open("")) {
            put(store, "a", Map.of("k", "1"));
            base = store.snapshot("a");
            put(store, "a", Map.of("k", "2"));
        }
        try (KeyValueStore store = open("")) {
            assertThat(commit(store, base, Map.of("k", "3"), Set.of()))
                    .isInstanceOf(Conflict.class);
        }
    }

    @Test
    void secondServerIsRefusedWithTheProcessOfTheFirst() {
        try (KeyValueStore store = open("")) {
            assertThatThrownBy(() -> open(""))
                    .isInstanceOf(KeyValueStoreException.class)
                    .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
            put(store, "a", Map.of("k", "1"));
        }
        open("").close();
    }

    @Test
    void readerSeesWhatTheServerWrites() {
        try (KeyValueStore store = open("")) {
            put(store, "a", Map.of("k", "1"));
            try (KeyValueStore reader = open("?mode=ro")) {
                assertThat(reader.snapshot("a").entries()).isEqualTo(Map.of("k", "1"));
                put(store, "a", Map.of("k", "2"));
                assertThat(reader.snapshot("a").entries()).isEqualTo(Map.of("k", "2"));
                assertThat(reader.namespaces()).containsExactly("a");
                assertThatThrownBy(() -> put(reader, "a", Map.of("k", "3")))
                        .isInstanceOf(KeyValueStoreException.class)
                        .hasMessageContaining("read only");
            }
        }
    }

    @Test
    void readerOfNothingIsRefused() {
        assertThatThrownBy(() -> open("?mode=ro")).hasMessageContaining("does not exist");
    }

    @Test
    void peopleCanReadTheTablesWhileTheServerRuns() throws Exception {
        try (KeyValueStore store = open("")) {
            put(store, "counters", Map.of("n", "7"));
            String sql =
                    "SELECT n.name || '.' || key || '=' || value FROM entry"
                            + " JOIN namespace n ON n.id = entry.namespace";
            assertThat(query(sql)).containsExactly("counters.n=7");
        }
    }

    @Test
    void anotherProgramsDatabaseIsLeftAlone() throws Exception {
        query("SELECT 1", "CREATE TABLE theirs (x)");
        assertOpeningFails("another program's database");
        assertThat(query("SELECT name FROM sqlite_schema")).containsExactly("theirs");
    }

    @Test
    void newerSchemaIsLeftAlone() throws Exception {
        open("").close();
        query("SELECT 1", "PRAGMA user_version = 2");
        assertOpeningFails("written by a newer version");
    }

    @Test
    void fileThatIsNoDatabaseIsLeftAlone() throws Exception {
        Path file = folder.resolve("kv.db");
        Files.writeString(file, "not a database, but somebody's text\n".repeat(100));
        assertOpeningFails("restore a backup");
        assertThat(file).content().startsWith("not a database");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "file:|no folder (expected: file:FOLDER)",
                "file:x?sync=never|sync: never (expected: always, interval or off)",
                "file:x?mode=x|mode: x (expected: rw or ro)",
                "file:x?maxBytes=-1|maxBytes: -1 (expected: a number of bytes)",
                "file:x?snyc=off|parameter snyc (expected: sync, mode or maxBytes)"
            })
    void wrongUrlIsRefused(String url, String message) {
        assertThatThrownBy(() -> Stores.open(StoreUrl.parse(url), StoreOptions.defaults()))
                .isInstanceOf(KeyValueStoreException.class)
                .hasMessage("store " + url + ": " + message);
    }

    @Test
    void folderThatCannotBeWrittenIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        String url = "file:" + file.resolve("kv");
        assertThatThrownBy(() -> Stores.open(StoreUrl.parse(url), StoreOptions.defaults()))
                .isInstanceOf(KeyValueStoreException.class)
                .hasMessageStartingWith("store: " + url + " can't be written");
    }

    @Test
    void fullDiskRefusesChangesAndRecovers() {
        try (KeyValueStore store = open("?maxBytes=300000")) {
            put(store, "a", Map.of("n", "0"));
            String big = "x".repeat(50_000);
            List<String> kept = new ArrayList<>();
            @Nullable KeyValueStoreException full = null;
            while (full == null) {
                String key = "k" + kept.size();
                full = failure(store, Map.of(key, big, "n", key));
                if (full == null) {
                    kept.add(key);
                }
            }
            assertThat(full).hasMessageContaining("disk is full");
            assertThat(full.category()).isEqualTo(KeyValueStoreException.Category.UNAVAILABLE);
            assertThat(store.trouble()).isEmpty();
            Snapshot after = store.snapshot("a");
            assertThat(after.entries()).containsEntry("n", kept.getLast());
            assertThat(after.entries()).hasSize(kept.size() + 1);
            commit(store, after, Map.of(), Set.copyOf(kept));
            put(store, "a", Map.of("n", "again"));
            assertThat(store.snapshot("a").entries()).isEqualTo(Map.of("n", "again"));
        }
    }

    private static @Nullable KeyValueStoreException failure(
            KeyValueStore store, Map<String, String> puts) {
        try {
            put(store, "a", puts);
            return null;
        } catch (KeyValueStoreException e) {
            return e;
        }
    }

    private void assertOpeningFails(String message) {
        try (KeyValueStore store = open("")) {
            assertThatThrownBy(() -> store.snapshot("a"))
                    .isInstanceOf(KeyValueStoreException.class)
                    .hasMessageContaining(message);
            assertThat(store.trouble()).contains(message);
        }
    }

    private KeyValueStore open(String parameters) {
        return Stores.open(
                StoreUrl.parse("file:" + folder + parameters),
                new StoreOptions(KeyValueLimits.DEFAULT, Map.of()));
    }

    private static void put(KeyValueStore store, String namespace, Map<String, String> puts) {
        assertThat(commit(store, store.snapshot(namespace), puts, Set.of()))
                .isInstanceOf(Committed.class);
    }

    private static CommitResult commit(
            KeyValueStore store, Snapshot base, Map<String, String> puts, Set<String> deletes) {
        return settle(new Commit(base, puts, deletes, Isolation.SNAPSHOT, Optional.empty()), store);
    }

    /** Waits until the change is durable. */
    private static CommitResult settle(Commit commit, KeyValueStore store) {
        CommitResult result = store.commit(commit);
        if (result instanceof Committed committed) {
            try {
                committed.durable().toCompletableFuture().join();
            } catch (CompletionException e) {
                throw (KeyValueStoreException) e.getCause();
            }
        }
        return result;
    }

    private List<String> query(String sql, String... before) throws Exception {
        List<String> rows = new ArrayList<>();
        String url = "jdbc:sqlite:" + folder.resolve("kv.db");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String other : before) {
                statement.execute(other);
            }
            try (ResultSet result = statement.executeQuery(sql)) {
                while (result.next()) {
                    rows.add(result.getString(1));
                }
            }
        }
        return rows;
    }
}
