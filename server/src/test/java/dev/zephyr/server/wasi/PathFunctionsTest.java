// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.WorkerConfig.Folder;
import dev.zephyr.server.wasi.testkit.FileGuest;
import dev.zephyr.server.wasi.testkit.FileGuest.Entry;
import dev.zephyr.server.wasi.testkit.TestFolder;
import dev.zephyr.server.wasi.testkit.TestGuest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths, over folders held by descriptors and over the weaker ones known by their path. */
final class PathFunctionsTest {

    private static final int DATA = FileGuest.DATA;
    private static final int RESULT = TestGuest.RESULT;

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
            run(folder.writable());
        }

        private void run(WasiGrants grants) {
            var process = new WasiProcess(WasiClocks.SYSTEM, new Random(1), opener);
            guest = new TestGuest(process);
            guest.begin(grants, "");
            files = new FileGuest(guest);
        }

        @AfterEach
        void end() {
            files.close();
        }

        @Test
        void mountsAreNumberedFromThreeOn() {
            files.close();
            run(
                    TestFolder.grants(
                            List.of(
                                    new Folder(folder.inside(), "/data", true),
                                    new Folder(folder.outside(), "/öffentlich", false))));
            assertThat(guest.call("fd_prestat_get", 4, RESULT)).isZero();
            assertThat(guest.result()).isZero();
            int length = guest.memory().getInt(RESULT + 4);
            assertThat(guest.call("fd_prestat_dir_name", 4, TestGuest.BUFFER, length)).isZero();
            assertThat(guest.memory().text(TestGuest.BUFFER, length)).isEqualTo("/öffentlich");
            assertThat(guest.call("fd_prestat_dir_name", 4, TestGuest.BUFFER, length - 1))
                    .isEqualTo(Errno.NAMETOOLONG);
            assertThat(guest.call("fd_prestat_get", 5, RESULT)).isEqualTo(Errno.BADF);
            assertThat(files.open(4, "secret", 0, FileGuest.READ)).isZero();
        }

        @Test
        void mountThatIsMissingIsNotFound() {
            files.close();
            Path missing = folder.base().resolve("missing");
            run(TestFolder.grants(List.of(new Folder(missing, "/data", true))));
            assertThat(guest.call("fd_prestat_get", DATA, RESULT)).isZero();
            assertThat(files.open(DATA, "x", 0, FileGuest.READ)).isEqualTo(Errno.NOENT);
            assertThat(files.statusOf(DATA)).isEqualTo(Errno.NOENT);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "a/b/file",
                    "./a/./b//file",
                    "a/b/../b/file",
                    "a/../a/b/file",
                    "link/b/file",
                    "a/b/c/../file",
                    "a/b/up/file",
                    "chain/b/file",
                    "a/b/same"
                })
        void everySpellingLeadsToTheFile(String path) throws IOException {
            folder.write("a/b/file", "found");
            folder.write("a/b/c/other", "");
            folder.link("link", "a");
            folder.link("chain", "./link");
            folder.link("a/b/up", "../../a/b");
            folder.link("a/b/same", "file");
            assertThat(files.content(path)).isEqualTo("found");
        }

        @ParameterizedTest
        @CsvSource({
            "missing, 44",
            "missing/file, 44",
            "missing/../file, 44",
            "file/below, 54",
            "file/, 54",
            "file/., 54",
            "loop, 32",
            "loop/x, 32",
            "dangling, 44",
            "'', 44"
        })
        void wrongPathsAreNamed(String path, int errno) throws IOException {
            folder.write("file", "x");
            folder.link("loop", "pool");
            folder.link("pool", "loop");
            folder.link("dangling", "nowhere");
            assertThat(files.open(DATA, path, 0, FileGuest.READ)).isEqualTo(errno);
            assertThat(files.statusOf(path, 1)).isEqualTo(errno);
        }

        @Test
        void linkAsLastComponentIsOnlyFollowedWhenAsked() throws IOException {
            folder.write("file", "12345");
            folder.link("link", "file");
            assertThat(files.open(DATA, "link", 0, 0, FileGuest.READ, 0)).isEqualTo(Errno.LOOP);
            assertThat(files.statusOf("link", 0)).isZero();
            assertThat(files.status().type()).isEqualTo(FileType.SYMBOLIC_LINK);
            assertThat(files.statusOf("link", 1)).isZero();
            assertThat(files.status().size()).isEqualTo(5);
        }

        @Test
        void pathsAreCheckedBeforeUse() {
            guest.memory().bytes()[TestGuest.PATH] = (byte) 0xc3;
            assertThat(call("path_unlink_file", TestGuest.PATH, 1)).isEqualTo(Errno.ILSEQ);
            assertThat(files.path("path_unlink_file", "a\0b")).isEqualTo(Errno.INVAL);
            assertThat(call("path_unlink_file", TestGuest.PATH, 4097)).isEqualTo(Errno.NAMETOOLONG);
            assertThat(call("path_unlink_file", TestGuest.PATH, -1)).isEqualTo(Errno.FAULT);
            assertThat(call("path_unlink_file", -1, 2)).isEqualTo(Errno.FAULT);
            assertThat(call("path_unlink_file", TestGuest.PATH, Integer.MAX_VALUE))
                    .isEqualTo(Errno.FAULT);
            assertThat(files.path("path_create_directory", "n".repeat(300)))
                    .isEqualTo(Errno.NAMETOOLONG);
        }

        private int call(String function, int address, int length) {
            return guest.call(function, DATA, address, length);
        }

        @Test
        void pathOfManyStepsEnds() {
            assertThat(files.path("path_create_directory", "a")).isZero();
            assertThat(files.statusOf("a/../".repeat(800), 1)).isZero();
            assertThat(files.path("path_create_directory", "a/b")).isZero();
            assertThat(files.statusOf("a/b/../../".repeat(400) + "a", 1)).isEqualTo(Errno.LOOP);
        }

        @ParameterizedTest
        @CsvSource({
            "file, 1, 0, 5",
            "file, 5, 20, 5",
            "new, 1, 0, 0",
            "new, 5, 0, 0",
            "new, 0, 44, -1",
            "file, 8, 0, 0",
            "new, 9, 0, 0",
            "file, 2, 54, 5",
            "new, 3, 28, -1",
            "file, 16, 28, 5",
            "new/, 1, 31, -1",
            "dir, 1, 31, -2",
            "dir, 8, 31, -2",
            "dir, 5, 20, -2"
        })
        void openFlagsDoWhatTheySay(String path, int flags, int errno, int size)
                throws IOException {
            folder.write("file", "12345");
            Files.createDirectory(folder.inside().resolve("dir"));
            assertThat(files.open(DATA, path, flags, FileGuest.BOTH)).isEqualTo(errno);
            Path host = folder.inside().resolve(path);
            if (size >= 0) {
                assertThat(Files.size(host)).isEqualTo(size);
            } else {
                assertThat(Files.isRegularFile(host)).isFalse();
            }
        }

        @Test
        void folderIsOpenedAndUsedAsABase() throws IOException {
            folder.write("a/b/file", "deep");
            int opened = files.opened("a/b", FileGuest.FOLDER, FileGuest.BOTH);
            assertThat(files.open(opened, "file", 0, FileGuest.READ)).isZero();
            int file = guest.result();
            assertThat(guest.read(file, 10)).isZero();
            assertThat(guest.readText()).isEqualTo("deep");
            assertThat(files.open(opened, "../b/file", 0, FileGuest.READ)).isEqualTo(Errno.PERM);
            assertThat(files.open(opened, "..", 0, FileGuest.READ)).isEqualTo(Errno.PERM);
            assertThat(files.open(DATA, "a", 0, FileGuest.WRITE)).isEqualTo(Errno.ISDIR);
        }

        @Test
        void rightsThatAFolderGaveUpAreNotInherited() throws IOException {
            folder.write("a/file", "x");
            int opened = files.opened("a", FileGuest.FOLDER, FileGuest.READ);
            assertThat(guest.call("fd_fdstat_get", opened, TestGuest.BUFFER)).isZero();
            long rights = guest.memory().getLong(TestGuest.BUFFER + 8);
            assertThat(guest.call("fd_fdstat_set_rights", opened, rights, FileGuest.READ)).isZero();
            assertThat(files.open(opened, "file", 0, FileGuest.BOTH)).isZero();
            assertThat(guest.write(guest.result(), "y")).isEqualTo(Errno.NOTCAPABLE);
            assertThat(guest.call("fd_fdstat_set_rights", opened, 0, 0)).isZero();
            assertThat(files.open(opened, "file", 0, FileGuest.READ)).isEqualTo(Errno.NOTCAPABLE);
        }

        @Test
        void foldersAreMadeAndRemoved() {
            assertThat(files.path("path_create_directory", "new")).isZero();
            assertThat(files.path("path_create_directory", "new/below/")).isZero();
            assertThat(files.path("path_create_directory", "new")).isEqualTo(Errno.EXIST);
            assertThat(files.path("path_create_directory", ".")).isEqualTo(Errno.EXIST);
            assertThat(files.path("path_create_directory", "x/y")).isEqualTo(Errno.NOENT);
            assertThat(files.path("path_remove_directory", "new")).isEqualTo(Errno.NOTEMPTY);
            assertThat(files.path("path_unlink_file", "new/below")).isEqualTo(Errno.ISDIR);
            assertThat(files.path("path_remove_directory", "new/below")).isZero();
            assertThat(files.path("path_remove_directory", "new/")).isZero();
            assertThat(files.path("path_remove_directory", "new")).isEqualTo(Errno.NOENT);
            assertThat(files.path("path_remove_directory", ".")).isEqualTo(Errno.INVAL);
            assertThat(files.entries(DATA, 4096)).extracting(Entry::name).containsOnly(".", "..");
        }

        @Test
        void filesAreUnlinkedAndLinksTooButNotTheirTargets() throws IOException {
            folder.write("file", "x");
            folder.link("link", "file");
            assertThat(files.path("path_remove_directory", "file")).isEqualTo(Errno.NOTDIR);
            assertThat(files.path("path_unlink_file", "link")).isZero();
            assertThat(folder.read("file")).isEqualTo("x");
            assertThat(files.path("path_unlink_file", "file/")).isEqualTo(Errno.NOTDIR);
            assertThat(files.path("path_unlink_file", "file")).isZero();
            assertThat(files.path("path_unlink_file", "file")).isEqualTo(Errno.NOENT);
        }

        @Test
        void renameMovesAndReplaces() throws IOException {
            folder.write("a/file", "one");
            folder.write("b/file", "two");
            folder.write("c/d/e", "");
            assertThat(files.rename("a/file", "b/file")).isZero();
            assertThat(folder.read("b/file")).isEqualTo("one");
            assertThat(files.rename("a/file", "x")).isEqualTo(Errno.NOENT);
            assertThat(files.rename("a", "new")).isZero();
            assertThat(files.rename("b/file", "c")).isEqualTo(Errno.ISDIR);
            assertThat(files.rename("c", "b/file")).isEqualTo(Errno.NOTDIR);
            assertThat(files.rename("new", "c")).isEqualTo(Errno.NOTEMPTY);
            assertThat(files.rename("c", "c/d/below")).isEqualTo(Errno.INVAL);
            assertThat(files.rename("b/file", "y/")).isEqualTo(Errno.NOTDIR);
            assertThat(files.rename(".", "z")).isEqualTo(Errno.INVAL);
            assertThat(files.rename("c/d", "new")).isZero();
            assertThat(folder.read("new/e")).isEmpty();
        }

        @Test
        void hardLinkIsASecondName() throws IOException {
            folder.write("a/file", "one");
            folder.link("link", "a/file");
            assertThat(files.link("a/file", "second", 0)).isZero();
            assertThat(files.statusOf("second", 0)).isZero();
            long inode = files.status().inode();
            assertThat(files.statusOf("a/file", 0)).isZero();
            assertThat(files.status().inode()).isEqualTo(inode);
            assertThat(files.link("a/file", "second", 0)).isEqualTo(Errno.EXIST);
            assertThat(files.link("a", "b", 0)).isEqualTo(Errno.PERM);
            assertThat(files.link("link", "b", 0)).isEqualTo(Errno.NOTSUP);
            assertThat(files.link("link", "third", 1)).isZero();
            assertThat(folder.read("third")).isEqualTo("one");
            assertThat(files.link("missing", "b", 0)).isEqualTo(Errno.NOENT);
            assertThat(names())
                    .containsExactlyInAnyOrder(".", "..", "a", "link", "second", "third");
        }

        @Test
        void symbolicLinkIsMadeAndRead() throws IOException {
            folder.write("a/file", "one");
            assertThat(files.symbolicLink("a/file", "link")).isZero();
            assertThat(files.content("link")).isEqualTo("one");
            assertThat(files.symbolicLink("../a/file", "a/up")).isZero();
            assertThat(files.content("a/up")).isEqualTo("one");
            assertThat(files.readLink("a/up", 100)).isZero();
            assertThat(guest.readText()).isEqualTo("../a/file");
            assertThat(files.readLink("a/up", 4)).isZero();
            assertThat(guest.readText()).isEqualTo("../a");
            assertThat(files.readLink("a/file", 100)).isEqualTo(Errno.INVAL);
            assertThat(files.readLink("a/up", -1)).isEqualTo(Errno.FAULT);
            assertThat(files.symbolicLink("x", "a/up")).isEqualTo(Errno.EXIST);
            assertThat(files.symbolicLink("x", "a/dir/")).isEqualTo(Errno.NOENT);
        }

        private List<String> names() {
            return files.entries(DATA, 4096).stream().map(Entry::name).toList();
        }

        @ParameterizedTest
        @ValueSource(ints = {64, 100, 333, 4096, 65536})
        void everyEntryIsListedOnceWhateverTheBuffer(int bufferBytes) throws IOException {
            var expected = new TreeSet<String>(List.of(".", ".."));
            for (int i = 0; i < 60; i++) {
                folder.write("entry-" + i, "");
                expected.add("entry-" + i);
            }
            List<Entry> entries = files.entries(DATA, bufferBytes);
            assertThat(entries).extracting(Entry::name).doesNotHaveDuplicates();
            assertThat(new TreeSet<>(entries.stream().map(Entry::name).toList()))
                    .isEqualTo(expected);
        }

        @Test
        void entriesHaveTypesAndCookiesThatGoOn() throws IOException {
            folder.write("dir/x", "");
            folder.write("file", "");
            folder.link("link", "file");
            var all = new ArrayList<>(files.entries(DATA, 4096));
            assertThat(all)
                    .extracting(entry -> entry.name() + entry.type())
                    .containsExactlyInAnyOrder(".3", "..3", "dir3", "file4", "link7");
            assertThat(all).filteredOn(entry -> entry.inode() == 0).isEmpty();
            Entry third = all.get(2);
            assertThat(files.readFolder(DATA, 4096, third.next())).isZero();
            assertThat(guest.memory().text(TestGuest.BUFFER + 24, all.get(3).name().length()))
                    .isEqualTo(all.get(3).name());
            assertThat(files.readFolder(DATA, 4096, 1000)).isZero();
            assertThat(guest.result()).isZero();
            assertThat(files.readFolder(DATA, 4096, -1)).isZero();
            assertThat(guest.result()).isZero();
            assertThat(files.readFolder(DATA, -1, 0)).isEqualTo(Errno.FAULT);
        }

        @Test
        void listingIsReadAgainFromTheFirstEntry() throws IOException {
            assertThat(names()).hasSize(2);
            folder.write("late", "");
            assertThat(names()).contains("late");
        }

        @Test
        void readOnlyMountRefusesEveryChange() throws IOException {
            folder.write("file", "12345");
            folder.write("dir/x", "");
            List<String> before = names();
            files.close();
            run(folder.readOnly());
            assertThat(files.content("file")).isEqualTo("12345");
            int create = FileGuest.CREATE;
            assertThat(files.open(DATA, "new", create, FileGuest.BOTH)).isEqualTo(Errno.ROFS);
            assertThat(files.open(DATA, "new", create, FileGuest.READ)).isEqualTo(Errno.ROFS);
            assertThat(files.open(DATA, "file", 0, FileGuest.WRITE)).isEqualTo(Errno.ROFS);
            assertThat(files.open(DATA, "file", FileGuest.TRUNCATE, FileGuest.READ))
                    .isEqualTo(Errno.ROFS);
            assertThat(files.open(DATA, "file", create, FileGuest.READ)).isZero();
            int file = guest.result();
            assertThat(guest.write(file, "y")).isEqualTo(Errno.NOTCAPABLE);
            assertThat(guest.call("fd_filestat_set_times", file, 1, 1, 5))
                    .isEqualTo(Errno.NOTCAPABLE);
            assertThat(guest.call("fd_filestat_set_times", DATA, 1, 1, 5)).isEqualTo(Errno.ROFS);
            assertThat(files.setTimes("file", 1, 1, 1, 5)).isEqualTo(Errno.ROFS);
            assertThat(files.path("path_create_directory", "new")).isEqualTo(Errno.ROFS);
            assertThat(files.path("path_remove_directory", "dir")).isEqualTo(Errno.ROFS);
            assertThat(files.path("path_unlink_file", "file")).isEqualTo(Errno.ROFS);
            assertThat(files.rename("file", "new")).isEqualTo(Errno.ROFS);
            assertThat(files.link("file", "new", 0)).isEqualTo(Errno.ROFS);
            assertThat(files.symbolicLink("file", "new")).isEqualTo(Errno.ROFS);
            assertThat(names()).isEqualTo(before);
            assertThat(folder.read("file")).isEqualTo("12345");
        }

        @Test
        void reservedNamesAreNeitherSeenNorReached() throws IOException {
            folder.write(HostName.STAGING_PREFIX + "1", "x");
            String name = HostName.STAGING_PREFIX + "1";
            assertThat(names()).hasSize(2);
            assertThat(files.open(DATA, name, 0, FileGuest.READ)).isEqualTo(Errno.ACCES);
            assertThat(files.open(DATA, name, FileGuest.CREATE, FileGuest.WRITE))
                    .isEqualTo(Errno.ACCES);
            assertThat(files.path("path_create_directory", name.toUpperCase(java.util.Locale.ROOT)))
                    .isEqualTo(Errno.ACCES);
        }

        @Test
        void changesLeaveNothingBehind() throws IOException {
            folder.write("file", "x");
            files.path("path_create_directory", "dir");
            files.path("path_create_directory", "dir");
            files.symbolicLink("file", "link");
            files.symbolicLink("file", "link");
            files.link("file", "second", 0);
            files.link("file", "second", 0);
            try (var all = Files.list(folder.inside())) {
                assertThat(all.map(path -> path.getFileName().toString()))
                        .containsExactlyInAnyOrder("file", "dir", "link", "second");
            }
            assertThat(Files.isDirectory(folder.inside().resolve("dir"), LinkOption.NOFOLLOW_LINKS))
                    .isTrue();
        }
    }
}
