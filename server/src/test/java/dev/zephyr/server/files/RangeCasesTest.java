// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 section 14, over a content in memory and one on disk. */
final class RangeCasesTest {

    private static final byte[] LARGE = TestTree.content(300_000);

    @TempDir Path root;
    TestTree tree;

    @BeforeEach
    void makeTree() throws Exception {
        TestTree.write(root, "f.bin", TestTree.CONTENT);
        TestTree.write(root, "large.bin", LARGE);
        TestTree.write(root, "empty.bin", "");
        TestTree.write(root, "page.html", TestTree.CONTENT);
        tree = TestTree.at(root);
    }

    private TestTree.Answer range(String range, String... more) {
        List<String> headers = new ArrayList<>(List.of("Range", range));
        headers.addAll(List.of(more));
        return tree.get("/f.bin", headers.toArray(String[]::new));
    }

    private static void assertPart(TestTree.Answer answer, int first, int last) {
        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.header("Content-Range"))
                .isEqualTo("bytes " + first + "-" + last + "/1000");
        assertThat(answer.body()).isEqualTo(Arrays.copyOfRange(TestTree.CONTENT, first, last + 1));
        assertThat(answer.header("Content-Type")).doesNotContain("multipart");
    }

    private static void assertWhole(TestTree.Answer answer) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(TestTree.CONTENT);
        assertThat(answer.header("Content-Range")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-99, 0, 99",
        "bytes=900-, 900, 999",
        "bytes=-100, 900, 999",
        "bytes=-5000, 0, 999",
        "bytes=0-5000, 0, 999",
        "bytes=999-999, 999, 999",
        "bytes=0-0, 0, 0",
        "bytes=0-1, 0, 1",
        "BYTES=0-1, 0, 1",
        "'bytes=,0-1,', 0, 1",
        "bytes=0-18446744073709551616, 0, 999",
        "bytes=-18446744073709551616, 0, 999",
        "bytes=0000000000000000000000-9, 0, 9",
        "'bytes=0-1,2000-3000', 0, 1",
        "'bytes=0-99,50-149', 0, 149",
        "'bytes=0-99,100-199', 0, 199"
    })
    void oneRangeIsOnePart(String range, int first, int last) {
        assertPart(range(range), first, last);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes=-0",
                "bytes=1000-",
                "bytes=2000-,3000-",
                "bytes=9223372036854775808-"
            })
    void nothingThereIs416(String range) {
        var answer = range(range);
        assertThat(answer.status()).isEqualTo(416);
        assertThat(answer.header("Content-Range")).isEqualTo("bytes */1000");
        assertThat(answer.header("Cache-Control")).isEmpty();
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "items=0-1",
                "bytes=5-2",
                "bytes=0-0,5-2",
                "bytes= 0-1",
                "bytes =0-1",
                "bytes: 0-1",
                "bytes: 0-22",
                "bytes=abc",
                "bytes=",
                "bytes=-",
                "bytes=0--1",
                "bytes=+1-2",
                "bytes=0x0-1",
                "bytes=1",
                "0-1",
                "bytes=\u0661-\u0662"
            })
    void invalidRangeIsIgnored(String range) {
        assertWhole(range(range));
    }

    @Test
    void repeatedFieldIsIgnored() {
        assertWhole(range("bytes=0-1", "Range", "bytes=4-5"));
    }

    @Test
    void twoRangesAreTwoPartsByteForByte() {
        var answer = tree.get("/page.html", "Range", "bytes=0-0,-1");
        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.header("Content-Range")).isEmpty();
        String type = answer.header("Content-Type");
        assertThat(type).startsWith("multipart/byteranges; boundary=");
        String boundary = type.substring(type.indexOf('=') + 1);
        String expected =
                "--B\r\nContent-Type: text/html; charset=utf-8\r\nContent-Range: bytes 0-0/1000"
                        + "\r\n\r\n"
                        + (char) (TestTree.CONTENT[0] & 0xff)
                        + "\r\n--B\r\nContent-Type: text/html; charset=utf-8"
                        + "\r\nContent-Range: bytes 999-999/1000\r\n\r\n"
                        + (char) (TestTree.CONTENT[999] & 0xff)
                        + "\r\n--B--\r\n";
        assertThat(new String(answer.body(), ISO_8859_1))
                .isEqualTo(expected.replace("--B", "--" + boundary));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-1 , 4-5", "bytes=0-1,\t4-5"})
    void whiteSpaceAroundTheCommaIsAllowed(String range) {
        assertThat(parts(range(range), 1000)).containsExactly("0-1", "4-5");
    }

    @Test
    void partsComeInTheOrderAskedForWithTheirOwnData() {
        assertThat(parts(range("bytes=200-299,0-99"), 1000)).containsExactly("200-299", "0-99");
    }

    @Test
    void partsOfALargeFileAreLongerThanAnyBuffer() {
        var answer = tree.get("/large.bin", "Range", "bytes=1-100001,150003-299998");
        assertThat(parts(answer, LARGE.length)).containsExactly("1-100001", "150003-299998");
        assertThat(tree.get("/large.bin", "Range", "bytes=70001-270003").body())
                .isEqualTo(Arrays.copyOfRange(LARGE, 70_001, 270_004));
    }

    /** Checks each part's data against the file and gives the ranges. */
    private static List<String> parts(TestTree.Answer answer, int total) {
        assertThat(answer.status()).isEqualTo(206);
        String type = answer.header("Content-Type");
        String boundary = type.substring(type.indexOf('=') + 1);
        String body = new String(answer.body(), ISO_8859_1);
        List<String> pieces = List.of(("\r\n" + body).split("\r\n--" + boundary, -1));
        assertThat(pieces.getFirst()).isEmpty();
        assertThat(pieces.getLast()).isEqualTo("--\r\n");
        List<String> ranges = new ArrayList<>();
        for (String piece : pieces.subList(1, pieces.size() - 1)) {
            Matcher part =
                    Pattern.compile(
                                    "\r\nContent-Type: \\S.*\r\nContent-Range: bytes (\\d+)-(\\d+)/"
                                            + total
                                            + "\r\n\r\n(.*)",
                                    Pattern.DOTALL)
                            .matcher(piece);
            assertThat(part.matches()).as(piece).isTrue();
            int first = Integer.parseInt(part.group(1));
            int last = Integer.parseInt(part.group(2));
            assertThat(part.group(3).getBytes(ISO_8859_1))
                    .isEqualTo(
                            Arrays.copyOfRange(
                                    total == 1000 ? TestTree.CONTENT : LARGE, first, last + 1));
            ranges.add(first + "-" + last);
        }
        return ranges;
    }

    @Test
    void floodOfEqualRangesIsNeverAFloodOfParts() {
        assertThat(range("bytes=" + "0-0,".repeat(1000)).body().length).isLessThan(2000);
        assertPart(range("bytes=" + "0-0,".repeat(60)), 0, 0);
    }

    @Test
    void floodOfOpenRangesIsBoundedByTheFile() {
        String flood =
                IntStream.range(0, 500).mapToObj(i -> i + "-").collect(Collectors.joining(","));
        assertThat(range("bytes=" + flood).body().length).isLessThan(2000);
        String fewer =
                IntStream.range(0, 60).mapToObj(i -> i + "-").collect(Collectors.joining(","));
        assertPart(range("bytes=" + fewer), 0, 999);
    }

    @Test
    void manyDisjointRangesAreAnsweredWhole() {
        String flood =
                IntStream.range(0, 200)
                        .mapToObj(i -> 4 * i + "-" + 4 * i)
                        .collect(Collectors.joining(","));
        assertWhole(range("bytes=" + flood));
    }

    @Test
    void headerOf64KilobytesIsIgnored() {
        assertWhole(range("bytes=" + "1-2,".repeat(16_000)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-", "bytes=-1", "bytes=0-0"})
    void emptyFileIsSentWholeWhateverIsAsked(String range) {
        var answer = tree.get("/empty.bin", "Range", range);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.header("Content-Range")).isEmpty();
    }

    @Test
    void acceptRangesIsOn200And206() {
        assertThat(tree.get("/f.bin").header("Accept-Ranges")).isEqualTo("bytes");
        assertThat(range("bytes=0-0").header("Accept-Ranges")).isEqualTo("bytes");
    }

    @Test
    void partCarriesWhatTheWholeCarries() {
        var whole = tree.get("/page.html");
        var part = tree.get("/page.html", "Range", "bytes=0-0");
        for (String name :
                List.of("ETag", "Last-Modified", "Cache-Control", "X-Content-Type-Options")) {
            assertThat(part.header(name)).isNotEmpty().isEqualTo(whole.header(name));
        }
    }

    @Test
    void offsetsBeyondFourGigabytesAreRight() throws Exception {
        Path huge = root.resolve("huge.bin");
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(5L << 30);
            file.seek(4_294_967_296L);
            file.write("right".getBytes(ISO_8859_1));
        }
        tree.pass(1000);
        var answer = tree.get("/huge.bin", "Range", "bytes=4294967296-4294967300");
        assertThat(answer.text()).isEqualTo("right");
        assertThat(answer.header("Content-Range"))
                .isEqualTo("bytes 4294967296-4294967300/5368709120");
    }

    @Test
    void randomRangesOfRandomFilesAreTheFilesBytes() throws Exception {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 200; i++) {
            int length = 1 + random.nextInt(i % 2 == 0 ? 2_000 : 200_000);
            byte[] content = new byte[length];
            random.nextBytes(content);
            TestTree.write(root, "random" + i, content);
            tree.pass(1000);
            for (int j = 0; j < 20; j++) {
                int first = random.nextInt(length + 10);
                int last = first + random.nextInt(length + 10);
                var answer = tree.get("/random" + i, "Range", "bytes=" + first + "-" + last);
                if (first >= length) {
                    assertThat(answer.status()).isEqualTo(416);
                } else {
                    assertThat(answer.status()).isEqualTo(206);
                    assertThat(answer.body())
                            .isEqualTo(
                                    Arrays.copyOfRange(content, first, Math.min(last + 1, length)));
                }
            }
        }
    }
}
