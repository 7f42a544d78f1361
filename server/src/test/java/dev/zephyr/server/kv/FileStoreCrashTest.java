// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.Commit.Isolation;
import dev.zephyr.spi.CommitResult.Committed;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a crash leaves behind. {@code -Dkv.crash.rounds=200 -Dkv.crash.step=1} for all of it; by
 * default as much as fits beside the other tests.
 */
@Timeout(600)
class FileStoreCrashTest {

    private static final int ROUNDS = Integer.getInteger("kv.crash.rounds", 20);
    private static final int STEP = Integer.getInteger("kv.crash.step", 997);
    private static final int CHANGES = 6;

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"always", "interval", "off"})
    void killedProcessLosesNothingThatItAcknowledged(String sync) throws Exception {
        Random random = new Random(42);
        int rounds = sync.equals("always") ? ROUNDS : ROUNDS / 10 + 1;
        for (int round = 0; round < rounds; round++) {
            String namespace = "round" + round;
            Map<String, Long> acknowledged = runAndKill(sync, namespace, random);
            assertThat(acknowledged).as("increments of round %s", round).isNotEmpty();
            try (KeyValueStore store = open(folder, sync)) {
                Map<String, String> kept = new HashMap<>(store.snapshot(namespace).entries());
                String count = kept.getOrDefault("n", "0");
                kept.remove("n");
                if (sync.equals("always")) {
                    acknowledged.forEach((id, n) -> assertThat(kept).containsEntry(id, "" + n));
                }
                assertThat(count).as("every increment counts once").isEqualTo("" + kept.size());
                assertThat(Set.copyOf(kept.values())).hasSameSizeAs(kept.keySet());
            }
        }
    }

    private Map<String, Long> runAndKill(String sync, String namespace, Random random)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                IncrementingProcess.class.getName(),
                                "file:" + folder + "?sync=" + sync,
                                namespace)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        Map<String, Long> acknowledged = new HashMap<>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
            int killAfter = 1 + random.nextInt(300);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] idAndCount = line.split(" ", -1);
                acknowledged.put(idAndCount[0], Long.valueOf(idAndCount[1]));
                if (acknowledged.size() == killAfter) {
                    process.toHandle().destroyForcibly();
                }
            }
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        return acknowledged;
    }

    @Test
    void logCutAnywhereLeavesAStateThatWas() throws Exception {
        byte[] log = history();
        for (int length = 0;
                length <= log.length;
                length += Math.min(STEP, log.length - length) + 1) {
            byte[] cut = Arrays.copyOf(log, length);
            assertThat(count(cut)).as("log cut after %s bytes", length).isBetween(0, CHANGES);
        }
        assertThat(count(log)).isEqualTo(CHANGES);
    }

    @Test
    void logDamagedAnywhereLeavesAStateThatWas() throws Exception {
        byte[] log = history();
        for (int at = 0; at < log.length; at += STEP) {
            byte[] damaged = log.clone();
            damaged[at] ^= 0x55;
            assertThat(count(damaged)).as("byte %s of the log", at).isBetween(0, CHANGES);
        }
    }

    /** A database whose changes 1 to {@value #CHANGES} are all in the log, not yet in the file. */
    private byte[] history() throws IOException {
        Path origin = folder.resolve("origin");
        try (KeyValueStore store = open(origin, "always")) {
            for (int i = 1; i <= CHANGES; i++) {
                String value = "" + i;
                Map<String, String> puts = Map.of("n", value, "k" + i, value, "last", value);
                Commit commit =
                        new Commit(
                                store.snapshot("a"),
                                puts,
                                Set.of(),
                                Isolation.SNAPSHOT,
                                Optional.empty());
                Committed committed = (Committed) store.commit(commit);
                committed.durable().toCompletableFuture().join();
            }
            Files.copy(origin.resolve("kv.db"), folder.resolve("kv.db.copy"));
            return Files.readAllBytes(origin.resolve("kv.db-wal"));
        }
    }

    /** How many changes are there; fails if one is there in part, or without those before it. */
    private int count(byte[] log) throws IOException {
        Path copy = Files.createTempDirectory(folder, "copy");
        Files.copy(folder.resolve("kv.db.copy"), copy.resolve("kv.db"));
        Files.write(copy.resolve("kv.db-wal"), log);
        try (KeyValueStore store = open(copy, "off")) {
            Map<String, String> entries = store.snapshot("a").entries();
            int count = Integer.parseInt(entries.getOrDefault("n", "0"));
            Map<String, String> expected = new HashMap<>();
            for (int i = 1; i <= count; i++) {
                expected.put("k" + i, "" + i);
                expected.put("n", "" + count);
                expected.put("last", "" + count);
            }
            assertThat(entries).isEqualTo(expected);
            return count;
        } finally {
            delete(copy);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    private static KeyValueStore open(Path directory, String sync) {
        return Stores.open(
                StoreUrl.parse("file:" + directory + "?sync=" + sync), StoreOptions.defaults());
    }
}
