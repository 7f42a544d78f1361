// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.Body;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that change while they are served. */
final class ChangeCasesTest {

    private static final byte[] LARGE = TestTree.content(100_000);

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    @TempDir Path root;
    TestTree tree;

    @BeforeEach
    void makeTree() throws Exception {
        TestTree.write(root, "f.txt", "first");
        TestTree.write(root, "large.bin", LARGE);
        tree = TestTree.at(root);
    }

    private void replace(String name, byte[] content) throws Exception {
        Path fresh = Files.write(root.resolve(name + ".new"), content);
        Files.move(fresh, root.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void replacedFileIsSeenWithinTheBoundAndOfOnePiece() throws Exception {
        var before = tree.get("/f.txt");
        replace("f.txt", "second version".getBytes(UTF_8));
        tree.pass(1000);
        var after = tree.get("/f.txt");
        assertThat(after.text()).isEqualTo("second version");
        assertThat(after.header("ETag")).isNotEqualTo(before.header("ETag"));
        assertThat(tree.get("/f.txt", "If-None-Match", before.header("ETag")).status())
                .isEqualTo(200);
    }

    @Test
    void fileInDemandIsCheckedInTheBackgroundWithoutAWait() throws Exception {
        tree.get("/f.txt");
        replace("f.txt", "second".getBytes(UTF_8));
        tree.pass(499);
        assertThat(tree.get("/f.txt").text()).isEqualTo("first");
        tree.pass(1);
        assertThat(tree.atOnce("/f.txt")).isInstanceOf(FileAnswer.Ready.class);
        assertThat(tree.atOnce("/f.txt")).isInstanceOf(FileAnswer.Ready.class);
        assertThat(tree.get("/f.txt").text()).isEqualTo("second");
    }

    @Test
    void entryThatNobodyCheckedIsNotTrustedAfterTheBound() throws Exception {
        tree.get("/f.txt");
        tree.pass(Duration.ofHours(1).toMillis());
        assertThat(tree.atOnce("/f.txt")).isInstanceOf(FileAnswer.NeedsIo.class);
    }

    @Test
    void rewriteInPlaceOfEqualSizeAndTimeChangesTheTag() throws Exception {
        String before = tree.get("/f.txt").header("ETag");
        TestTree.write(root, "f.txt", "other");
        tree.pass(1000);
        var after = tree.get("/f.txt");
        assertThat(after.text()).isEqualTo("other");
        assertThat(after.header("ETag")).isNotEqualTo(before);
        assertThat(after.header("Last-Modified")).isEqualTo(TestTree.LAST_MODIFIED);
    }

    @Test
    void fileOfThisTickIsReadAgainBecauseItsStampCannotBeTrusted() throws Exception {
        tree.now = Instant.now();
        Path file = root.resolve("f.txt");
        tree = new TestTree(root, config -> config);
        tree.now = Instant.now();
        assertThat(tree.get("/f.txt").text()).isEqualTo("first");
        FileStamp stamp = stamp(file);
        Files.write(file, "other".getBytes(UTF_8));
        Files.setLastModifiedTime(file, FileTime.from(TestTree.MODIFIED));
        assertThat(stamp(file).size()).isEqualTo(stamp.size());
        tree.pass(1000);
        assertThat(tree.get("/f.txt").text()).isEqualTo("other");
    }

    private static FileStamp stamp(Path file) throws Exception {
        return ((FileStamp.Kind.Regular) FileStamp.of(file)).stamp();
    }

    @Test
    void tagDependsOnTheContentAlone() throws Exception {
        String first = tree.get("/f.txt").header("ETag");
        Path replica = root.resolve("replica");
        Files.createDirectories(replica);
        Files.writeString(replica.resolve("f.txt"), "first");
        assertThat(TestTree.at(replica).get("/f.txt").header("ETag")).isEqualTo(first);
        assertThat(TestTree.at(root).get("/f.txt").header("ETag")).isEqualTo(first);
        Files.write(replica.resolve("large.bin"), LARGE);
        assertThat(TestTree.at(replica).get("/large.bin").header("ETag"))
                .isEqualTo(tree.get("/large.bin").header("ETag"));
    }

    @Test
    void answerUnderWayKeepsTheFileThatItBeganWith() throws Exception {
        FileAnswer.Ready ready = (FileAnswer.Ready) tree.atOnce("/large.bin").settled();
        assertThat(ready.response().body()).isInstanceOf(Body.FileRegion.class);
        replace("large.bin", "short".getBytes(UTF_8));
        tree.pass(1000);
        assertThat(tree.get("/large.bin").text()).isEqualTo("short");
        assertThat(TestTree.read(ready.response()).body()).isEqualTo(LARGE);
    }

    @Test
    void growingFileIsSentAtTheLengthPromised() throws Exception {
        FileAnswer.Ready ready = (FileAnswer.Ready) tree.atOnce("/large.bin").settled();
        Files.write(root.resolve("large.bin"), new byte[5000], StandardOpenOption.APPEND);
        assertThat(TestTree.read(ready.response()).body()).isEqualTo(LARGE);
    }

    @Test
    void deletedFileIs404WithinTheBound() throws Exception {
        tree.get("/f.txt");
        Files.delete(root.resolve("f.txt"));
        tree.pass(1000);
        assertThat(tree.get("/f.txt").status()).isEqualTo(404);
    }

    @Test
    void newFileIsFoundWithinTheBound() throws Exception {
        assertThat(tree.get("/new.txt").status()).isEqualTo(404);
        assertThat(tree.get("/sub/new.txt").status()).isEqualTo(404);
        TestTree.write(root, "new.txt", "new");
        TestTree.write(root, "sub/new.txt", "new");
        tree.pass(1000);
        assertThat(tree.get("/new.txt").text()).isEqualTo("new");
        assertThat(tree.get("/sub/new.txt").text()).isEqualTo("new");
    }

    @Test
    void fileLargerThanTheCacheIsServedWithRanges() throws Exception {
        tree =
                new TestTree(
                        root,
                        config ->
                                config.withCache(
                                        new FilesConfig.Cache(
                                                50_000, 1000, 1, Duration.ofSeconds(1))));
        for (int i = 0; i < 3; i++) {
            assertThat(tree.get("/large.bin").body()).isEqualTo(LARGE);
            assertThat(tree.get("/large.bin", "Range", "bytes=99990-").body())
                    .isEqualTo(Arrays.copyOfRange(LARGE, 99_990, 100_000));
        }
    }

    @Test
    void fileInDemandMovesIntoMemory() {
        for (int i = 0; i < 5; i++) {
            assertThat(tree.get("/large.bin").body()).isEqualTo(LARGE);
        }
        tree.pass(600);
        tree.get("/large.bin");
        FileAnswer.Ready ready = (FileAnswer.Ready) tree.atOnce("/large.bin");
        assertThat(ready.response().body()).isInstanceOf(Body.Direct.class);
        assertThat(tree.get("/large.bin").body()).isEqualTo(LARGE);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void descriptorsAreBoundedAndGivenBack() throws Exception {
        for (int i = 0; i < 100; i++) {
            TestTree.write(root, "many/" + i, LARGE);
        }
        tree =
                new TestTree(
                        root,
                        config ->
                                config.withCache(
                                        new FilesConfig.Cache(
                                                1 << 20, 1000, 10, Duration.ofSeconds(1))));
        List<FileAnswer.Ready> underWay = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            underWay.add((FileAnswer.Ready) tree.atOnce("/many/" + i).settled());
        }
        assertThat(open()).isEqualTo(100);
        for (FileAnswer.Ready ready : underWay) {
            assertThat(TestTree.read(ready.response()).body()).isEqualTo(LARGE);
        }
        assertThat(open()).isBetween(1L, 10L);
        tree.close();
        assertThat(open()).isZero();
    }

    /** How many descriptors this process has of files in the tree. */
    private long open() throws Exception {
        try (var entries = Files.list(DESCRIPTORS)) {
            return entries.filter(this::isInTree).count();
        }
    }

    private boolean isInTree(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(root.toRealPath());
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    @Test
    void concurrentFirstRequestsShareOneVersion() throws Exception {
        List<Callable<FileAnswer>> requests = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            requests.add(() -> tree.atOnce("/f.txt").settled());
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            FileAnswer first = null;
            for (Future<FileAnswer> future : threads.invokeAll(requests)) {
                FileAnswer answer = future.get();
                first = first == null ? answer : first;
                assertThat(answer).isSameAs(first);
            }
        }
    }

    @Test
    void noAnswerIsEverOfTwoVersionsWhileAWriterReplacesAndRewrites() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> writer =
                    threads.submit(() -> {
                        for (int i = 0; i < 250; i++) {
                            byte[] content = new byte[200 + i % 7 * 3000];
                            Arrays.fill(content, (byte) i);
                            replace("f.txt", content);
                        }
                        done.set(true);
                        return null;
                    });
            while (!done.get()) {
                tree.pass(1000);
                var answer = tree.get("/f.txt");
                if (answer.status() != 200 || answer.text().equals("first")) {
                    assertThat(answer.status()).isIn(200, 503);
                    continue;
                }
                byte[] one = new byte[answer.body().length];
                Arrays.fill(one, answer.body()[0]);
                assertThat(answer.body()).isEqualTo(one);
                assertThat(answer.body().length).isEqualTo(200 + (one[0] & 0xff) % 7 * 3000);
            }
            writer.get();
        }
    }

    @Test
    void evictedEntryStaysWholeForThoseWhoReadIt() throws Exception {
        tree =
                new TestTree(
                        root,
                        config ->
                                config.withCache(
                                        new FilesConfig.Cache(
                                                2000, 1 << 20, 2, Duration.ofSeconds(1))));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<byte[]>> readers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                String target = i % 2 == 0 ? "/large.bin" : "/f.txt";
                readers.add(() -> tree.get(target).body());
            }
            int i = 0;
            for (Future<byte[]> body : threads.invokeAll(readers)) {
                assertThat(body.get()).isEqualTo(i++ % 2 == 0 ? LARGE : "first".getBytes(UTF_8));
            }
        }
    }
}
