// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9110 sections 8.4 and 12.5.3. */
final class CodingCasesTest {

    private static final String TEXT = "All work and no play. ".repeat(500);

    @TempDir Path root;
    TestTree tree;

    @BeforeEach
    void makeTree() throws Exception {
        TestTree.write(root, "text.txt", TEXT);
        TestTree.write(root, "short.txt", "short");
        TestTree.write(root, "photo.png", TEXT);
        TestTree.write(root, "app.js", "original");
        TestTree.write(root, "app.js.br", "brotli of it");
        TestTree.write(root, "app.js.gz", "gzip of it");
        TestTree.write(root, "app.js.zst", "zstd of it");
        tree = TestTree.at(root);
    }

    private static String unzip(byte[] bytes) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void textIsCompressedOnTheFlyAndKept() throws Exception {
        var answer = tree.get("/text.txt", "Accept-Encoding", "gzip");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(unzip(answer.body())).isEqualTo(TEXT);
        assertThat(tree.atOnce("/text.txt", "Accept-Encoding", "gzip"))
                .isInstanceOf(FileAnswer.Ready.class)
                .isSameAs(tree.atOnce("/text.txt", "Accept-Encoding", "gzip"));
    }

    @Test
    void codingMadeOnceIsKeptWhenTheFileIsReadAgain() {
        for (int i = 0; i < 3; i++) {
            tree.get("/text.txt", "Accept-Encoding", "gzip");
        }
        tree.pass(5000);
        assertThat(tree.get("/text.txt").status()).isEqualTo(200);
        assertThat(tree.atOnce("/text.txt", "Accept-Encoding", "gzip"))
                .isInstanceOf(FileAnswer.Ready.class);
    }

    @Test
    void rangeOfWhatWouldBeCompressedIsOfTheFileItself() {
        tree.get("/text.txt", "Accept-Encoding", "gzip");
        var answer = tree.get("/text.txt", "Accept-Encoding", "gzip", "Range", "bytes=4-7");
        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.text()).isEqualTo("work");
        assertThat(answer.header("Content-Encoding")).isEmpty();
        assertThat(answer.header("Content-Range")).isEqualTo("bytes 4-7/" + TEXT.length());
        assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
    }

    @Test
    void rangeAfterACompressedAnswerIsNotSplicedOntoIt() {
        String coded = tree.get("/text.txt", "Accept-Encoding", "gzip").header("ETag");
        var answer =
                tree.get(
                        "/text.txt",
                        "Accept-Encoding",
                        "gzip",
                        "If-Range",
                        coded,
                        "Range",
                        "bytes=4-7");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo(TEXT);
    }

    @Test
    void rangeOfASiblingCountsTheSiblingsBytes() {
        var answer = tree.get("/app.js", "Accept-Encoding", "br", "Range", "bytes=0-5");
        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.text()).isEqualTo("brotli");
        assertThat(answer.header("Content-Encoding")).isEqualTo("br");
        assertThat(answer.header("Content-Range")).isEqualTo("bytes 0-5/12");
    }

    @Test
    void eachCodingHasItsOwnTagAndAllVary() {
        String tag = "";
        for (String coding : new String[] {"identity", "gzip", "br", "zstd"}) {
            var answer = tree.get("/app.js", "Accept-Encoding", coding);
            assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
            assertThat(answer.header("ETag")).startsWith("\"").isNotEqualTo(tag);
            assertThat(answer.header("Content-Type")).startsWith("text/javascript");
            tag = answer.header("ETag");
        }
        assertThat(tree.get("/text.txt").header("ETag"))
                .isNotEqualTo(tree.get("/text.txt", "Accept-Encoding", "gzip").header("ETag"));
        assertThat(tree.get("/text.txt").header("Vary")).isEqualTo("Accept-Encoding");
    }

    @Test
    void notModifiedHasTheTagOfTheCodingNegotiatedNow() {
        String coded = tree.get("/text.txt", "Accept-Encoding", "gzip").header("ETag");
        String plain = tree.get("/text.txt").header("ETag");
        var answer =
                tree.get(
                        "/text.txt",
                        "Accept-Encoding",
                        "gzip",
                        "If-None-Match",
                        plain + ", " + coded);
        assertThat(answer.status()).isEqualTo(304);
        assertThat(answer.header("ETag")).isEqualTo(coded);
        assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(
                        tree.get("/text.txt", "Accept-Encoding", "gzip", "If-None-Match", plain)
                                .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip;q=0, br;q=0.5, *;q=0 | brotli of it",
                "gzip, deflate, br, zstd   | brotli of it",
                "gzip, deflate, zstd       | zstd of it",
                "gzip;q=1.0, br;q=0.5      | gzip of it",
                "br;q=0.1                  | brotli of it",
                "br;q=0.1, identity;q=0.5  | original",
                "identity;q=0              | 406",
                "identity;q=0, gzip        | gzip of it",
                "*                         | brotli of it",
                "''                        | original",
                "deflate                   | original"
            })
    void weightsDecideAndTiesGoToTheSmallest(String accepted, String expected) {
        var answer = tree.get("/app.js", "Accept-Encoding", accepted);
        if (expected.equals("406")) {
            assertThat(answer.status()).isEqualTo(406);
            assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
        } else {
            assertThat(answer.text()).isEqualTo(expected);
        }
    }

    @Test
    void identityForbiddenWithNothingElseThereIs406() {
        assertThat(tree.get("/photo.png", "Accept-Encoding", "*;q=0").status()).isEqualTo(406);
        assertThat(tree.get("/photo.png", "Accept-Encoding", "gzip").status()).isEqualTo(200);
    }

    @Test
    void whatIsShortOrNoTextIsNeitherCompressedNorVaries() {
        for (String name : new String[] {"/short.txt", "/photo.png"}) {
            var answer = tree.get(name, "Accept-Encoding", "gzip");
            assertThat(answer.header("Content-Encoding")).isEmpty();
            assertThat(answer.header("Vary")).isEmpty();
        }
    }

    @Test
    void whatDoesNotShrinkIsSentAsItIsAndStillVaries() throws Exception {
        byte[] noise = new byte[5000];
        new SplittableRandom(5).nextBytes(noise);
        TestTree.write(root, "noise.txt", noise);
        tree = TestTree.at(root);
        for (int i = 0; i < 2; i++) {
            var answer = tree.get("/noise.txt", "Accept-Encoding", "gzip");
            assertThat(answer.body()).isEqualTo(noise);
            assertThat(answer.header("Content-Encoding")).isEmpty();
            assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
        }
    }

    @Test
    void siblingThatIsOlderOrNoFileIsNotUsed() throws Exception {
        Files.setLastModifiedTime(
                root.resolve("app.js.br"), FileTime.from(TestTree.MODIFIED.minusSeconds(1)));
        Files.delete(root.resolve("app.js.zst"));
        Files.createDirectory(root.resolve("app.js.zst"));
        assertThat(tree.get("/app.js", "Accept-Encoding", "br, zstd, gzip;q=0.5").text())
                .isEqualTo("gzip of it");
    }

    @Test
    void siblingCanBeAskedForByItsName() {
        var answer = tree.get("/app.js.gz", "Accept-Encoding", "br, gzip");
        assertThat(answer.text()).isEqualTo("gzip of it");
        assertThat(answer.header("Content-Encoding")).isEmpty();
        assertThat(answer.header("Content-Type")).isEqualTo("application/gzip");
    }

    @Test
    void bothKindsCanBeSwitchedOff() {
        try (TestTree plain =
                new TestTree(
                        root,
                        config ->
                                config.withCompression(
                                        new FilesConfig.Compression(
                                                false, Set.of(), 1024, 1 << 20, 1)))) {
            for (String name : new String[] {"/app.js", "/text.txt"}) {
                var answer = plain.get(name, "Accept-Encoding", "br, gzip");
                assertThat(answer.header("Content-Encoding")).isEmpty();
                assertThat(answer.header("Vary")).isEmpty();
            }
        }
    }

    @Test
    void wholeAndPartOfACodedFileAreBytesOfOneVersion() {
        byte[] whole = tree.get("/app.js", "Accept-Encoding", "zstd").body();
        byte[] part = tree.get("/app.js", "Accept-Encoding", "zstd", "Range", "bytes=-4").body();
        assertThat(part).isEqualTo(Arrays.copyOfRange(whole, whole.length - 4, whole.length));
    }
}
