// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.wasi.testkit.FileGuest;
import dev.zephyr.server.wasi.testkit.TestFolder;
import dev.zephyr.server.wasi.testkit.TestGuest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A guest tries to leave its folder. */
final class JailTest {

    private static final int DATA = FileGuest.DATA;

    @Nested
    final class BySecureFolder extends Cases {
        BySecureFolder() {
            super(SecureFolder::open);
        }
    }

    @Nested
    final class ByPlainFolder extends Cases {
        ByPlainFolder() {
            super(PlainFolder::open);
        }
    }

    abstract static class Cases {

        private final HostFolder.Opener opener;
        private TestFolder folder;
        private FileGuest files;
        private TestGuest guest;

        Cases(HostFolder.Opener opener) {
            this.opener = opener;
        }

        @BeforeEach
        void start(@TempDir Path base) throws IOException {
            folder = TestFolder.in(base.toRealPath());
            guest = new TestGuest(new WasiProcess(WasiClocks.SYSTEM, new Random(1), opener));
            guest.begin(folder.writable(), "");
            files = new FileGuest(guest);
            folder.write("dir/file", "inside");
            String outside = folder.outside().toString();
            folder.link("absolute", outside);
            folder.link("absolute-file", outside + "/secret");
            folder.link("relative", "../outside");
            folder.link("relative-file", "../outside/secret");
            folder.link("dir/deep", "../../outside");
            folder.link("chain-1", "chain-2");
            folder.link("chain-2", "dir/chain-3");
            folder.link("dir/chain-3", "../relative");
            folder.link("root", "/");
            folder.link("here", ".");
            folder.link("above", "here/..");
        }

        @AfterEach
        void end() throws IOException {
            files.close();
            Files.delete(folder.inside().resolve("root"));
            assertThat(folder.outsideNames()).containsExactly("", "folder", "secret");
            assertThat(folder.outside().resolve("secret")).hasContent(TestFolder.SECRET);
        }

        static Stream<String> waysToTheSecret() {
            return Stream.of(
                    "../outside/secret",
                    "dir/../../outside/secret",
                    "./../outside/secret",
                    "dir/./.././../outside/secret",
                    "//../outside/secret",
                    "dir//..//..//outside/secret",
                    "absolute/secret",
                    "absolute-file",
                    "relative/secret",
                    "relative-file",
                    "dir/deep/secret",
                    "chain-1/secret",
                    "chain-2/secret",
                    "here/here/../../outside/secret",
                    "above/outside/secret",
                    "root/etc/passwd",
                    "/etc/passwd",
                    "..",
                    "../",
                    "relative/",
                    "absolute/.",
                    "relative/../inside/dir/file");
        }

        @ParameterizedTest
        @MethodSource("waysToTheSecret")
        void noPathLeadsOut(String path) {
            assertThat(files.open(DATA, path, 0, FileGuest.READ)).isEqualTo(Errno.PERM);
            assertThat(files.open(DATA, path, FileGuest.FOLDER, FileGuest.READ))
                    .isEqualTo(Errno.PERM);
            assertThat(files.open(DATA, path, FileGuest.CREATE, FileGuest.BOTH))
                    .isEqualTo(Errno.PERM);
            assertThat(files.open(DATA, path, FileGuest.TRUNCATE, FileGuest.BOTH))
                    .isEqualTo(Errno.PERM);
            assertThat(files.statusOf(path, 1)).isEqualTo(Errno.PERM);
            assertThat(files.setTimes(path, 1, 1, 1, 5)).isEqualTo(Errno.PERM);
            assertThat(files.link(path, "stolen", 1)).isEqualTo(Errno.PERM);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "../outside/new",
                    "relative/new",
                    "absolute/new",
                    "dir/deep/new",
                    "chain-1/new",
                    "above/outside/new",
                    "root/tmp/new",
                    "/tmp/new",
                    "../outside/folder"
                })
        void nothingIsMadeOrRemovedOutside(String path) {
            assertThat(files.open(DATA, path, FileGuest.CREATE, FileGuest.BOTH))
                    .isEqualTo(Errno.PERM);
            assertThat(files.path("path_create_directory", path)).isEqualTo(Errno.PERM);
            assertThat(files.path("path_remove_directory", path)).isEqualTo(Errno.PERM);
            assertThat(files.path("path_unlink_file", path)).isEqualTo(Errno.PERM);
            assertThat(files.rename("dir/file", path)).isEqualTo(Errno.PERM);
            assertThat(files.rename(path, "new")).isEqualTo(Errno.PERM);
            assertThat(files.link("dir/file", path, 0)).isEqualTo(Errno.PERM);
            assertThat(files.symbolicLink("dir", path)).isEqualTo(Errno.PERM);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/etc/passwd",
                    "..",
                    "../outside",
                    "dir/../../outside",
                    "x/..",
                    "here/..",
                    "../../inside",
                    ".//../x",
                    "/"
                })
        void noLinkIsMadeThatLeadsOut(String text) {
            assertThat(files.symbolicLink(text, "new")).isEqualTo(Errno.PERM);
            String deeper = text.startsWith("/") ? text : "../" + text;
            assertThat(files.symbolicLink(deeper, "dir/new")).isEqualTo(Errno.PERM);
            assertThat(folder.exists("new")).isFalse();
        }

        @Test
        void linkMayGoUpAsFarAsItIsDeep() {
            assertThat(files.symbolicLink("../dir/file", "dir/new")).isZero();
            assertThat(files.content("dir/new")).isEqualTo("inside");
            assertThat(files.symbolicLink("../../dir/file", "dir/other")).isEqualTo(Errno.PERM);
        }

        @Test
        void linksThatLeadOutCanBeSeenAndRemovedButShowNoHostPath() {
            assertThat(files.statusOf("absolute", 0)).isZero();
            assertThat(files.readLink("absolute", 100)).isEqualTo(Errno.PERM);
            assertThat(files.readLink("relative", 100)).isZero();
            assertThat(files.path("path_unlink_file", "relative")).isZero();
            assertThat(files.path("path_unlink_file", "absolute")).isZero();
        }

        @Test
        void folderMovedDeeperOrHigherStillKeepsTheGuestIn() {
            assertThat(files.path("path_create_directory", "dir/a")).isZero();
            assertThat(files.symbolicLink("../../dir/file", "dir/a/link")).isZero();
            assertThat(files.content("dir/a/link")).isEqualTo("inside");
            assertThat(files.rename("dir/a", "a")).isZero();
            assertThat(files.statusOf("a/link", 1)).isEqualTo(Errno.PERM);
        }

        /** An open for reading waits for a writer, and nothing can stop that. */
        @Test
        @Timeout(20)
        @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no pipes with a name in a folder")
        void pipesAreRefusedAndCannotBeMovedOrLinked() throws Exception {
            makePipe(folder.inside().resolve("pipe"));
            for (int flags : new int[] {0, FileGuest.CREATE, FileGuest.TRUNCATE}) {
                assertThat(files.open(DATA, "pipe", flags, FileGuest.READ)).isEqualTo(Errno.ACCES);
                assertThat(files.open(DATA, "pipe", flags, FileGuest.WRITE)).isEqualTo(Errno.ACCES);
            }
            assertThat(files.open(DATA, "pipe", FileGuest.FOLDER, FileGuest.READ))
                    .isEqualTo(Errno.NOTDIR);
            assertThat(files.statusOf("pipe/x", 1)).isEqualTo(Errno.NOTDIR);
            assertThat(files.statusOf("pipe", 1)).isZero();
            assertThat(files.status().type()).isEqualTo(FileType.UNKNOWN);
            assertThat(files.setTimes("pipe", 1, 1, 1, 5)).isEqualTo(Errno.ACCES);
            assertThat(files.rename("pipe", "moved")).isEqualTo(Errno.ACCES);
            assertThat(files.link("pipe", "linked", 0)).isEqualTo(Errno.NOTSUP);
            assertThat(files.path("path_unlink_file", "pipe")).isZero();
        }

        private static void makePipe(Path path) throws Exception {
            Process made = new ProcessBuilder("mkfifo", path.toString()).start();
            assertThat(made.waitFor()).isZero();
        }
    }

    /**
     * While the guest works on {@code swap/…}, another thread exchanges {@code swap} for a link to
     * the outside and back, as a program of the host could.
     */
    @Test
    @Timeout(60)
    void exchangedFolderNeverLetsAGuestOut(@TempDir Path base) throws Exception {
        TestFolder folder = TestFolder.in(base.toRealPath());
        Files.writeString(folder.outside().resolve("file"), TestFolder.SECRET);
        Files.createDirectory(folder.outside().resolve("gone"));
        List<String> outside = folder.outsideNames();
        folder.write("real/file", "inside");
        folder.link("out", folder.outside().toString());
        var stop = new AtomicBoolean();
        var swapping = new CountDownLatch(100);
        var swapper = Thread.ofPlatform().start(() -> swap(folder.inside(), stop, swapping));
        try (var files = new FileGuest(new TestGuest(folder.writable(), ""))) {
            swapping.await();
            var random = new Random(7);
            int read = 0;
            for (int i = 0; i < 600 || read == 0; i++) {
                read += attempt(files, random.nextInt(7));
            }
            assertThat(read).as("reads that succeeded").isPositive();
        } finally {
            stop.set(true);
            swapper.join();
        }
        assertThat(folder.outsideNames()).isEqualTo(outside);
        assertThat(folder.outside().resolve("file")).hasContent(TestFolder.SECRET);
    }

    private static void swap(Path inside, AtomicBoolean stop, CountDownLatch swapping) {
        Path swap = inside.resolve("swap");
        try {
            while (!stop.get()) {
                for (String name : List.of("real", "out")) {
                    Path other = inside.resolve(name);
                    Files.move(other, swap, StandardCopyOption.ATOMIC_MOVE);
                    Files.move(swap, other, StandardCopyOption.ATOMIC_MOVE);
                }
                swapping.countDown();
            }
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    /** One attempt; 1 if a file was read. */
    private static int attempt(FileGuest files, int kind) {
        return switch (kind) {
            case 0 -> read(files, files.open(DATA, "swap/file", 0, FileGuest.BOTH));
            case 1 ->
                    files.open(DATA, "swap/new", FileGuest.CREATE, FileGuest.BOTH) == 0
                            ? close(files)
                            : 0;
            case 2 -> files.path("path_create_directory", "swap/folder") * 0;
            case 3 -> files.path("path_remove_directory", "swap/gone") * 0;
            case 4 -> files.link("swap/file", "stolen-" + System.nanoTime(), 0) * 0;
            case 5 -> files.symbolicLink("file", "swap/link") * 0;
            default -> files.path("path_unlink_file", "swap/new") * 0;
        };
    }

    private static int read(FileGuest files, int errno) {
        if (errno != 0) {
            return 0;
        }
        TestGuest guest = files.guest();
        int file = guest.result();
        assertThat(guest.read(file, 100)).isZero();
        assertThat(guest.readText()).isEqualTo("inside");
        assertThat(guest.call("fd_close", file)).isZero();
        return 1;
    }

    private static int close(FileGuest files) {
        assertThat(files.guest().call("fd_close", files.guest().result())).isZero();
        return 0;
    }
}
