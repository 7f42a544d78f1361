// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zephyr.server.wasi.testkit.FileGuest;
import dev.zephyr.server.wasi.testkit.TestFolder;
import dev.zephyr.server.wasi.testkit.TestGuest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FileFunctionsTest {

    private static final int RESULT = TestGuest.RESULT;
    private static final int VECTORS = TestGuest.VECTORS;
    private static final int BUFFER = TestGuest.BUFFER;

    private TestFolder folder;
    private FileGuest files;
    private TestGuest guest;

    @BeforeEach
    void start(@TempDir Path base) throws IOException {
        folder = TestFolder.in(base);
        guest = new TestGuest(folder.writable(), "");
        files = new FileGuest(guest);
    }

    @AfterEach
    void end() {
        files.close();
    }

    private long seek(int file, long offset, int whence) {
        assertThat(guest.call("fd_seek", file, offset, whence, RESULT)).isZero();
        return guest.memory().getLong(RESULT);
    }

    private long tell(int file) {
        assertThat(guest.call("fd_tell", file, RESULT)).isZero();
        return guest.memory().getLong(RESULT);
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        int file = files.opened("new", FileGuest.CREATE, FileGuest.BOTH);
        assertThat(guest.write(file, "hello ")).isZero();
        assertThat(guest.write(file, "file")).isZero();
        assertThat(folder.read("new")).isEqualTo("hello file");
        assertThat(seek(file, 0, 0)).isZero();
        assertThat(guest.read(file, 100)).isZero();
        assertThat(guest.readText()).isEqualTo("hello file");
    }

    @Test
    void fileLargerThanTheTransferBufferPassesWhole() throws IOException {
        String text = "0123456789abcdef".repeat(20_000);
        folder.write("large", text);
        int file = files.opened("large", 0, FileGuest.READ);
        assertThat(guest.read(file, text.length() + 10)).isZero();
        assertThat(guest.readText()).isEqualTo(text);
        int copy = files.opened("copy", FileGuest.CREATE, FileGuest.WRITE);
        guest.vector(BUFFER, text.length());
        assertThat(guest.call("fd_write", copy, VECTORS, 1, RESULT)).isZero();
        assertThat(folder.read("copy")).isEqualTo(text);
    }

    @Test
    void seekAndTellMoveThePosition() throws IOException {
        folder.write("file", "0123456789");
        int file = files.opened("file", 0, FileGuest.READ);
        assertThat(seek(file, 4, 0)).isEqualTo(4);
        assertThat(seek(file, 2, 1)).isEqualTo(6);
        assertThat(tell(file)).isEqualTo(6);
        assertThat(seek(file, -3, 2)).isEqualTo(7);
        assertThat(guest.read(file, 100)).isZero();
        assertThat(guest.readText()).isEqualTo("789");
        assertThat(seek(file, 1000, 0)).isEqualTo(1000);
        assertThat(guest.read(file, 100)).isZero();
        assertThat(guest.result()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"-1,0", "-11,2", "0,3", "0,-1", "9223372036854775807,2"})
    void seekOutOfRangeIsInvalidAndStays(long offset, int whence) throws IOException {
        folder.write("file", "0123456789");
        int file = files.opened("file", 0, FileGuest.READ);
        seek(file, 5, 0);
        assertThat(guest.call("fd_seek", file, offset, whence, RESULT)).isEqualTo(Errno.INVAL);
        assertThat(tell(file)).isEqualTo(5);
    }

    @Test
    void positionedReadsAndWritesLeaveThePosition() throws IOException {
        folder.write("file", "0123456789");
        int file = files.opened("file", 0, FileGuest.BOTH);
        guest.vector(BUFFER, 3);
        assertThat(guest.call("fd_pread", file, VECTORS, 1, 5, RESULT)).isZero();
        assertThat(guest.readText()).isEqualTo("567");
        guest.put(BUFFER, "xyz");
        assertThat(guest.call("fd_pwrite", file, VECTORS, 1, 1, RESULT)).isZero();
        assertThat(tell(file)).isZero();
        assertThat(folder.read("file")).isEqualTo("0xyz456789");
        assertThat(guest.call("fd_pread", file, VECTORS, 1, -1, RESULT)).isEqualTo(Errno.INVAL);
        assertThat(guest.call("fd_pwrite", file, VECTORS, 1, Long.MAX_VALUE, RESULT))
                .isEqualTo(Errno.INVAL);
    }

    @Test
    void positionedReadFillsSeveralBuffers() throws IOException {
        folder.write("file", "0123456789");
        int file = files.opened("file", 0, FileGuest.READ);
        for (int i = 0; i < 3; i++) {
            guest.memory().putInt(VECTORS + 8 * i, BUFFER + 10 * i);
            guest.memory().putInt(VECTORS + 8 * i + 4, 3);
        }
        assertThat(guest.call("fd_pread", file, VECTORS, 3, 2, RESULT)).isZero();
        assertThat(guest.result()).isEqualTo(8);
        assertThat(guest.memory().text(BUFFER + 10, 3)).isEqualTo("567");
        assertThat(guest.memory().text(BUFFER + 20, 2)).isEqualTo("89");
    }

    @ParameterizedTest
    @ValueSource(longs = {FileGuest.WRITE, FileGuest.BOTH})
    void appendingWritesAtTheEndWhereverThePositionIs(long rights) throws IOException {
        folder.write("log", "first\n");
        assertThat(files.open(FileGuest.DATA, "log", 1, 0, rights, FileGuest.APPEND)).isZero();
        int file = guest.result();
        seek(file, 0, 0);
        Files.writeString(folder.inside().resolve("log"), "first\nother\n");
        assertThat(guest.write(file, "second\n")).isZero();
        assertThat(folder.read("log")).isEqualTo("first\nother\nsecond\n");
        assertThat(tell(file)).isEqualTo(19);
        if (rights == FileGuest.BOTH) {
            seek(file, 6, 0);
            assertThat(guest.read(file, 5)).isZero();
            assertThat(guest.readText()).isEqualTo("other");
        }
    }

    @Test
    void appendingCanBeSwitchedOn() throws IOException {
        folder.write("log", "0123");
        int file = files.opened("log", 0, FileGuest.BOTH);
        assertThat(guest.call("fd_fdstat_set_flags", file, 1)).isZero();
        assertThat(guest.write(file, "4")).isZero();
        assertThat(folder.read("log")).isEqualTo("01234");
        assertThat(guest.call("fd_fdstat_set_flags", file, 0)).isZero();
        seek(file, 0, 0);
        assertThat(guest.write(file, "x")).isZero();
        assertThat(folder.read("log")).isEqualTo("x1234");
        assertThat(guest.call("fd_fdstat_set_flags", file, 16)).isEqualTo(Errno.NOTSUP);
        assertThat(guest.call("fd_fdstat_set_flags", file, 64)).isEqualTo(Errno.INVAL);
    }

    @Test
    void sizeCanBeSetBothWays() throws IOException {
        folder.write("file", "0123456789");
        int file = files.opened("file", 0, FileGuest.BOTH);
        assertThat(guest.call("fd_filestat_set_size", file, 4)).isZero();
        assertThat(folder.read("file")).isEqualTo("0123");
        assertThat(guest.call("fd_filestat_set_size", file, 6)).isZero();
        assertThat(folder.read("file")).isEqualTo("0123\0\0");
        assertThat(guest.call("fd_filestat_set_size", file, -1)).isEqualTo(Errno.INVAL);
        assertThat(guest.call("fd_allocate", file, 3, 5)).isZero();
        assertThat(folder.read("file")).hasSize(8);
        assertThat(guest.call("fd_allocate", file, 0, 2)).isZero();
        assertThat(folder.read("file")).hasSize(8);
        assertThat(guest.call("fd_allocate", file, 0, 0)).isEqualTo(Errno.INVAL);
        assertThat(guest.call("fd_allocate", file, Long.MAX_VALUE, 2)).isEqualTo(Errno.INVAL);
    }

    @Test
    void adviceIsTakenAndIgnored() throws IOException {
        folder.write("file", "x");
        int file = files.opened("file", 0, FileGuest.READ);
        for (int advice = 0; advice <= 5; advice++) {
            assertThat(guest.call("fd_advise", file, 0, 10, advice)).isZero();
        }
        assertThat(guest.call("fd_advise", file, 0, 10, 6)).isEqualTo(Errno.INVAL);
        assertThat(guest.call("fd_advise", file, -1, 10, 0)).isEqualTo(Errno.INVAL);
        assertThat(guest.call("fd_advise", FileGuest.DATA, 0, 10, 0)).isEqualTo(Errno.BADF);
    }

    @Test
    void statusTellsTypeSizeAndTimes() throws IOException {
        folder.write("file", "12345");
        Path host = folder.inside().resolve("file");
        Files.setLastModifiedTime(host, FileTime.from(1_234_567_890_123L, TimeUnit.MILLISECONDS));
        int file = files.opened("file", 0, FileGuest.READ);
        assertThat(files.statusOf(file)).isZero();
        var status = files.status();
        assertThat(status.type()).isEqualTo(FileType.REGULAR_FILE);
        assertThat(status.size()).isEqualTo(5);
        assertThat(status.modified()).isEqualTo(1_234_567_890_123_000_000L);
        assertThat(status.links()).isEqualTo(1);
        assertThat(status.inode()).isEqualTo(Files.getAttribute(host, "unix:ino"));
        assertThat(files.statusOf("file", 0)).isZero();
        assertThat(files.status()).isEqualTo(status);
        assertThat(files.statusOf(FileGuest.DATA)).isZero();
        assertThat(files.status().type()).isEqualTo(FileType.DIRECTORY);
    }

    @Test
    void statusOfAFileWithoutItsNameIsStillThere() throws IOException {
        folder.write("file", "12345");
        int file = files.opened("file", 0, FileGuest.BOTH);
        assertThat(files.path("path_unlink_file", "file")).isZero();
        folder.write("file", "another");
        assertThat(files.statusOf(file)).isZero();
        assertThat(files.status().size()).isEqualTo(5);
        assertThat(guest.call("fd_filestat_set_times", file, 1, 1, 5)).isEqualTo(Errno.NOENT);
        assertThat(Files.getLastModifiedTime(folder.inside().resolve("file")).toMillis())
                .isGreaterThan(1_000_000);
    }

    @Test
    void timesCanBeSetByDescriptorAndByPath() throws IOException {
        folder.write("file", "x");
        Path host = folder.inside().resolve("file");
        int file = files.opened("file", 0, FileGuest.BOTH);
        assertThat(guest.call("fd_filestat_set_times", file, 5_000_000_000L, 7_000_000_000L, 4))
                .isZero();
        assertThat(Files.getLastModifiedTime(host)).isEqualTo(FileTime.from(7, TimeUnit.SECONDS));
        assertThat(files.setTimes("file", 1, 9_000_000_000L, 11_000_000_000L, 5)).isZero();
        assertThat(Files.getLastModifiedTime(host)).isEqualTo(FileTime.from(11, TimeUnit.SECONDS));
        long before = System.currentTimeMillis();
        assertThat(files.setTimes("file", 1, 0, 0, 10)).isZero();
        assertThat(Files.getLastModifiedTime(host).toMillis())
                .isBetween(before - 1, before + 60_000);
        for (int contradiction : new int[] {3, 12, 15, 16, -1}) {
            assertThat(files.setTimes("file", 1, 0, 0, contradiction)).isEqualTo(Errno.INVAL);
        }
    }

    @Test
    void syncSucceedsOnFilesAndFolders() {
        int file = files.opened("file", FileGuest.CREATE, FileGuest.BOTH);
        assertThat(guest.call("fd_sync", file)).isZero();
        assertThat(guest.call("fd_datasync", file)).isZero();
        assertThat(guest.call("fd_sync", FileGuest.DATA)).isZero();
        assertThat(guest.call("fd_sync", 1)).isEqualTo(Errno.INVAL);
    }

    @Test
    void renumberClosesTheTargetAndMovesTheSource() throws IOException {
        folder.write("a", "aaa");
        folder.write("b", "bbb");
        int a = files.opened("a", 0, FileGuest.READ);
        int b = files.opened("b", 0, FileGuest.READ);
        assertThat(guest.call("fd_renumber", a, b)).isZero();
        assertThat(guest.read(b, 9)).isZero();
        assertThat(guest.readText()).isEqualTo("aaa");
        assertThat(guest.read(a, 9)).isEqualTo(Errno.BADF);
        assertThat(guest.call("fd_renumber", b, 77)).isEqualTo(Errno.BADF);
        assertThat(guest.call("fd_renumber", 77, b)).isEqualTo(Errno.BADF);
        assertThat(guest.call("fd_renumber", b, b)).isZero();
        assertThat(guest.call("fd_renumber", b, 1)).isZero();
        assertThat(guest.write(1, "x")).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.stdout()).isEmpty();
    }

    @Test
    void openFilesAreLimitedAndTheirNumbersUsedAgain() {
        int last = 0;
        for (int i = 0; i < TestFolder.OPEN_FILES_MAX; i++) {
            last = files.opened("file" + i, FileGuest.CREATE, FileGuest.BOTH);
        }
        assertThat(files.open(FileGuest.DATA, "more", FileGuest.CREATE, FileGuest.BOTH))
                .isEqualTo(Errno.MFILE);
        assertThat(folder.exists("more")).isFalse();
        assertThat(guest.call("fd_close", last)).isZero();
        assertThat(guest.call("fd_close", last)).isEqualTo(Errno.BADF);
        assertThat(files.opened("more", FileGuest.CREATE, FileGuest.BOTH)).isEqualTo(last);
    }

    @Test
    void endClosesEverythingAndTheNextRunStartsAfresh() throws IOException {
        long before = openDescriptors();
        for (int run = 0; run < 20; run++) {
            for (int i = 0; i < TestFolder.OPEN_FILES_MAX / 2; i++) {
                files.opened("file" + i, FileGuest.CREATE, FileGuest.BOTH);
                files.opened(".", FileGuest.FOLDER, FileGuest.READ);
            }
            guest.process().end();
            guest.begin(folder.writable(), "");
        }
        assertThat(openDescriptors()).isLessThan(before + 20);
        assertThat(guest.read(4, 1)).isEqualTo(Errno.BADF);
    }

    private static long openDescriptors() throws IOException {
        Path all = Path.of("/proc/self/fd");
        if (!Files.isDirectory(all)) {
            return 0;
        }
        try (var names = Files.list(all)) {
            return names.count();
        }
    }

    @Test
    void interruptedFileReadEndsTheRunAndTheProcessRecovers() throws IOException {
        folder.write("file", "x");
        int file = files.opened("file", 0, FileGuest.READ);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> guest.read(file, 1)).isInstanceOf(GuestInterrupted.class);
        guest.process().end();
        assertThat(Thread.interrupted()).isTrue();
        guest.begin(folder.writable(), "");
        assertThat(files.content("file")).isEqualTo("x");
    }

    @Test
    void writingWhatIsOpenToReadIsNotPermittedAndViceVersa() throws IOException {
        folder.write("file", "x");
        int reader = files.opened("file", 0, FileGuest.READ);
        assertThat(guest.write(reader, "y")).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.call("fd_filestat_set_size", reader, 0)).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.call("fd_allocate", reader, 0, 9)).isEqualTo(Errno.NOTCAPABLE);
        int writer = files.opened("file", 0, FileGuest.WRITE);
        assertThat(guest.read(writer, 1)).isEqualTo(Errno.NOTCAPABLE);
        assertThat(folder.read("file")).isEqualTo("x");
    }

    @Test
    void rightsCanOnlyBeGivenUp() throws IOException {
        folder.write("file", "x");
        int file = files.opened("file", 0, FileGuest.BOTH);
        assertThat(guest.call("fd_fdstat_get", file, BUFFER)).isZero();
        long rights = guest.memory().getLong(BUFFER + 8);
        assertThat(rights & FileGuest.BOTH).isEqualTo(FileGuest.BOTH);
        assertThat(guest.memory().getByte(BUFFER)).isEqualTo(FileType.REGULAR_FILE);
        long reading = rights & ~FileGuest.WRITE;
        assertThat(guest.call("fd_fdstat_set_rights", file, reading, 0)).isZero();
        assertThat(guest.write(file, "y")).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.call("fd_fdstat_set_rights", file, rights, 0)).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.call("fd_fdstat_set_rights", file, reading, 1))
                .isEqualTo(Errno.NOTCAPABLE);
    }

    @Test
    void streamsAreNotFilesOrFolders() {
        assertThat(guest.call("fd_seek", 1, 0, 0, RESULT)).isEqualTo(Errno.SPIPE);
        assertThat(guest.call("fd_tell", 0, RESULT)).isEqualTo(Errno.SPIPE);
        guest.vector(BUFFER, 1);
        assertThat(guest.call("fd_pread", 0, VECTORS, 1, 0, RESULT)).isEqualTo(Errno.SPIPE);
        assertThat(files.readFolder(0, 10, 0)).isEqualTo(Errno.NOTDIR);
        assertThat(guest.call("path_open", 0, 0, 0, 1, 0, 0, 0, 0, RESULT)).isEqualTo(Errno.NOTDIR);
        assertThat(files.statusOf(0)).isZero();
        assertThat(files.status().type()).isEqualTo(FileType.UNKNOWN);
        assertThat(guest.call("fd_prestat_get", 1, RESULT)).isEqualTo(Errno.BADF);
        assertThat(guest.call("fd_prestat_get", 4, RESULT)).isEqualTo(Errno.BADF);
    }

    @Test
    void folderIsNoFile() {
        assertThat(guest.read(FileGuest.DATA, 1)).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.write(FileGuest.DATA, "x")).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.call("fd_seek", FileGuest.DATA, 0, 0, RESULT)).isEqualTo(Errno.BADF);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, TestGuest.MEMORY_BYTES})
    void bufferBeyondMemoryIsAFault(int length) throws IOException {
        folder.write("file", "x");
        int file = files.opened("file", 0, FileGuest.BOTH);
        assertThat(guest.read(file, length)).isEqualTo(Errno.FAULT);
        guest.vector(BUFFER, length);
        assertThat(guest.call("fd_pwrite", file, VECTORS, 1, 0, RESULT)).isEqualTo(Errno.FAULT);
        assertThat(folder.read("file")).isEqualTo("x");
    }
}
