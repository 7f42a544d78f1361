// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 section 13; {@code E} in a value stands for the file's tag without its quotes. */
final class ConditionCasesTest {

    private static final String BEFORE = "Sun, 01 Nov 2026 11:59:59 GMT";
    private static final String EXACT = TestTree.LAST_MODIFIED;
    private static final String AFTER = "Sun, 01 Nov 2026 12:00:01 GMT";

    @TempDir Path root;
    TestTree tree;
    String tag = "";

    @BeforeEach
    void makeTree() throws Exception {
        TestTree.write(root, "f.bin", TestTree.CONTENT);
        TestTree.write(root, "page.html", "<p>".repeat(1000));
        tree = TestTree.at(root);
        tag = tree.get("/f.bin").header("ETag");
    }

    private TestTree.Answer get(String... headers) {
        String opaque = tag.substring(1, tag.length() - 1);
        String[] filled = headers.clone();
        for (int i = 1; i < filled.length; i += 2) {
            filled[i] = filled[i].replace("\"E\"", tag).replace("=E=", opaque);
        }
        return tree.get("/f.bin", filled);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"E\"", "W/\"E\"", "\"x\", \"E\" , \"y\"", "*"})
    void ifNoneMatchThatMatchesIs304(String value) {
        var answer = get("If-None-Match", value);
        assertThat(answer.status()).isEqualTo(304);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.header("ETag")).isEqualTo(tag);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(answer.header("Last-Modified")).isEqualTo(EXACT);
    }

    @Test
    void notModifiedVariesAsTheWholeDoes() {
        var whole = tree.get("/page.html");
        var answer = tree.get("/page.html", "If-None-Match", whole.header("ETag"));
        assertThat(answer.status()).isEqualTo(304);
        assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
    }

    @Test
    void ifNoneMatchOverTwoLinesIsOneList() {
        assertThat(get("If-None-Match", "\"x\"", "If-None-Match", "\"E\"").status()).isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a,b\", \"c\"", "zzz", "\"", "=E=", "\"x", "", ","})
    void ifNoneMatchThatNamesOthersIs200(String value) {
        assertThat(get("If-None-Match", value).body()).isEqualTo(TestTree.CONTENT);
    }

    @Test
    void ifNoneMatchDecidesAlone() {
        assertThat(get("If-None-Match", "\"x\"", "If-Modified-Since", AFTER).status())
                .isEqualTo(200);
        assertThat(get("If-None-Match", "\"E\"", "If-Modified-Since", BEFORE).status())
                .isEqualTo(304);
    }

    @Test
    void ifNoneMatchStarOnNothingIs404() {
        assertThat(tree.get("/nofile", "If-None-Match", "*").status()).isEqualTo(404);
    }

    @Test
    void conditionOnAMethodThatIsRefusedChangesNothing() {
        assertThat(tree.ask("POST", "/f.bin", "If-None-Match", "*").status()).isEqualTo(405);
        assertThat(tree.ask("POST", "/f.bin", "If-Modified-Since", AFTER).status()).isEqualTo(405);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Sun, 01 Nov 2026 12:00:00 GMT | 304",
                "Sun, 01 Nov 2026 11:59:59 GMT | 200",
                "Sun, 01 Nov 2026 12:00:01 GMT | 304",
                "Fri, 01 Jan 2100 00:00:00 GMT | 304",
                "Sun Nov  1 12:00:00 2026 | 304",
                "Sunday, 01-Nov-26 12:00:00 GMT | 304",
                "Sunday, 01-Nov-94 12:00:00 GMT | 200",
                "yesterday | 200",
                "'' | 200"
            })
    void ifModifiedSinceComparesSeconds(String date, int status) {
        assertThat(get("If-Modified-Since", date).status()).isEqualTo(status);
    }

    @Test
    void twoDatesAreIgnored() {
        assertThat(get("If-Modified-Since", EXACT, "If-Modified-Since", EXACT).status())
                .isEqualTo(200);
    }

    @Test
    void dateHasTwoDigitsForTheDay() {
        assertThat(tree.get("/f.bin").header("Last-Modified")).isEqualTo(EXACT);
    }

    @Test
    void lastModifiedIsNeverInTheFuture() {
        TestTree early = TestTree.at(root);
        early.now = Instant.parse("2026-10-01T00:00:00Z");
        assertThat(early.get("/f.bin").header("Last-Modified"))
                .isEqualTo("Thu, 01 Oct 2026 00:00:00 GMT");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"\"E\" | 200", "* | 200", "\"x\" | 412", "W/\"E\" | 412", "zzz | 412"})
    void ifMatchComparesStrongly(String value, int status) {
        assertThat(get("If-Match", value).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "\"x\""})
    void ifMatchOnNothingIs404(String value) {
        assertThat(tree.get("/nofile", "If-Match", value).status()).isEqualTo(404);
    }

    @Test
    void ifMatchDecidesAlone() {
        assertThat(get("If-Match", "\"E\"", "If-Unmodified-Since", BEFORE).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Sun, 01 Nov 2026 12:00:00 GMT | 200",
                "Sun, 01 Nov 2026 12:00:01 GMT | 200",
                "Sun, 01 Nov 2026 11:59:59 GMT | 412",
                "yesterday | 200"
            })
    void ifUnmodifiedSinceComparesSeconds(String date, int status) {
        assertThat(get("If-Unmodified-Since", date).status()).isEqualTo(status);
    }

    @Test
    void conditionsComeBeforeRanges() {
        var failed = get("If-Match", "\"x\"", "Range", "bytes=0-9");
        assertThat(failed.status()).isEqualTo(412);
        assertThat(failed.body()).isEmpty();
        assertThat(get("If-None-Match", "\"E\"", "Range", "bytes=0-9").status()).isEqualTo(304);
        assertThat(get("If-Modified-Since", EXACT, "Range", "bytes=5000-").status()).isEqualTo(304);
        assertThat(get("If-Match", "\"E\"", "Range", "bytes=0-9").status()).isEqualTo(206);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"E\"", EXACT})
    void ifRangeThatNamesThisVersionGivesThePart(String value) {
        var answer = get("If-Range", value, "Range", "bytes=0-9");
        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.body()).isEqualTo(Arrays.copyOf(TestTree.CONTENT, 10));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"old\"",
                "W/\"E\"",
                "\"=E=",
                "=E=",
                "=E=\"",
                "garbage",
                "",
                BEFORE,
                AFTER,
                "*",
                "xx\"E\"",
                "\"x=E=x\""
            })
    void ifRangeThatNamesAnotherGivesTheWhole(String value) {
        assertThat(get("If-Range", value, "Range", "bytes=0-9").body()).isEqualTo(TestTree.CONTENT);
        assertThat(get("If-Range", value, "Range", "bytes=5000-").status()).isEqualTo(200);
    }

    @Test
    void repeatedIfRangeNamesNothing() {
        assertThat(get("If-Range", "\"E\"", "If-Range", "\"E\"", "Range", "bytes=0-9").status())
                .isEqualTo(200);
    }

    @Test
    void ifRangeWithoutRangeIsIgnored() {
        assertThat(get("If-Range", "\"x\"").status()).isEqualTo(200);
    }

    @Test
    void ifRangeComesAfterIfMatch() {
        assertThat(get("If-Match", "\"x\"", "If-Range", "\"E\"", "Range", "bytes=0-9").status())
                .isEqualTo(412);
    }

    @Test
    void dateOfTheRunningSecondIsTooWeakForIfRange() throws Exception {
        Path fresh = TestTree.write(root, "fresh.bin", TestTree.CONTENT);
        Files.setLastModifiedTime(fresh, FileTime.from(tree.now));
        tree = TestTree.at(root);
        String date = tree.get("/fresh.bin").header("Last-Modified");
        assertThat(tree.get("/fresh.bin", "If-Range", date, "Range", "bytes=0-9").status())
                .isEqualTo(200);
        tree.pass(1000);
        assertThat(tree.get("/fresh.bin", "If-Range", date, "Range", "bytes=0-9").status())
                .isEqualTo(206);
    }
}
