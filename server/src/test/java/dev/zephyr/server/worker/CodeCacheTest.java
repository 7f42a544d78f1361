// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeCacheTest {

    private static final String MODULE =
            """
            (module
              (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
              (memory 1)
              (data (i32.const 100) "\\2a")
              (func (export "_start") (call $exit (i32.load8_u (i32.const 100)))))
            """;

    @TempDir private Path folder;

    private Path cache() {
        return folder.resolve("deep").resolve("cache");
    }

    private boolean runsFromCache() {
        var options = EngineOptions.defaults().withThreads(1).withCacheDirectory(cache());
        try (var engine = new TestEngine(folder, options)) {
            Guest guest = engine.guest(MODULE);
            assertThat(engine.run(guest).outcome()).isEqualTo(new RunOutcome.Exited(42));
            return guest.report().orElseThrow().cached();
        }
    }

    private List<Path> entries() throws IOException {
        try (var files = Files.list(cache())) {
            return files.toList();
        }
    }

    @Test
    void secondStartFindsTheCodeOfTheFirst() throws IOException {
        assertThat(runsFromCache()).isFalse();
        assertThat(runsFromCache()).isTrue();
        assertThat(entries()).hasSize(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache())))
                .isEqualTo("rwx------");
    }

    @Test
    void damagedEntryIsRebuiltWhereverTheDamageIs() throws IOException {
        runsFromCache();
        Path entry = entries().getFirst();
        byte[] sound = Files.readAllBytes(entry);
        var random = new Random(1);
        for (int i = 0; i < 6; i++) {
            byte[] damaged = sound.clone();
            damaged[i == 0 ? 0 : random.nextInt(sound.length)] ^= 1;
            Files.write(entry, damaged);

            assertThat(runsFromCache()).isFalse();
            assertThat(runsFromCache()).isTrue();
        }
        Files.write(entry, new byte[0]);
        assertThat(runsFromCache()).isFalse();
    }

    @Test
    void openDirectoryIsMadePrivate() throws IOException {
        Files.createDirectories(cache());
        Files.setPosixFilePermissions(cache(), PosixFilePermissions.fromString("rwxrwxrwx"));

        runsFromCache();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache())))
                .isEqualTo("rwx------");
    }

    @Test
    void linkInsteadOfADirectoryIsNotFollowed() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createDirectories(folder.resolve("deep"));
        Files.createSymbolicLink(cache(), elsewhere);

        assertThat(runsFromCache()).isFalse();
        assertThat(runsFromCache()).isFalse();
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void leastRecentlyUsedEntriesGoWhenThereIsNoRoom() throws IOException {
        Instant[] now = {Instant.parse("2026-01-01T00:00:00Z")};
        InstantSource clock = () -> now[0];
        CodeCache cache = CodeCache.open(cache(), clock, 5_000).orElseThrow();
        for (String digest : List.of("a", "b", "c", "d")) {
            now[0] = now[0].plus(Duration.ofSeconds(1));
            cache.write(digest, code(1_500));
            now[0] = now[0].plus(Duration.ofSeconds(1));
            assertThat(cache.read("a")).as("kept, as it is used").isPresent();
        }

        assertThat(cache.read("b")).isEmpty();
        assertThat(cache.read("d")).isPresent();
        assertThat(entries()).hasSize(3);
    }

    @Test
    void entryOfADeadProcessIsRemovedAfterAnHour() throws IOException {
        Instant now = Instant.now();
        CodeCache cache = CodeCache.open(cache(), () -> now, 5_000).orElseThrow();
        Path fresh = Files.createTempFile(cache(), "x", ".tmp");
        cache.write("a", code(10));
        assertThat(fresh).exists();

        CodeCache later =
                CodeCache.open(cache(), () -> now.plus(Duration.ofHours(2)), 5_000).orElseThrow();
        later.write("b", code(10));
        assertThat(fresh).doesNotExist();
    }

    private static ModuleCode code(int bytes) {
        return new ModuleCode(
                new ModuleTraits(true, false),
                new ModuleCode.Summary(1, 1, List.of("f"), 1),
                new byte[bytes],
                "M",
                Map.of("M", new byte[] {1}));
    }
}
