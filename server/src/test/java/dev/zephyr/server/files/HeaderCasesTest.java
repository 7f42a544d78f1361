// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.zephyr.server.files.FileRules.CacheRule;
import dev.zephyr.server.files.FileRules.HeaderRule;
import dev.zephyr.server.files.FileRules.Redirect;
import dev.zephyr.server.files.FileRules.Rewrite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What files are sent with, by name and by rule. */
final class HeaderCasesTest {

    @TempDir Path root;

    private TestTree.Answer of(String name) throws IOException {
        TestTree.write(root, name, "x");
        try (TestTree tree = TestTree.at(root)) {
            return tree.get(PathRules.encode("/" + name));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.wasm | application/wasm",
                "m.mjs | text/javascript; charset=utf-8",
                "m.JS | text/javascript; charset=utf-8",
                "p.html | text/html; charset=utf-8",
                "s.css | text/css; charset=utf-8",
                "d.json | application/json",
                "i.svg | image/svg+xml",
                "f.woff2 | font/woff2",
                "v.mp4 | video/mp4",
                "a.tar.gz | application/gzip",
                "noext | application/octet-stream",
                "what.unknown | application/octet-stream",
                "dot. | application/octet-stream"
            })
    void typeFollowsTheLastExtensionAndIsNeverGuessed(String name, String type) throws Exception {
        var answer = of(name);
        assertThat(answer.header("Content-Type")).isEqualTo(type);
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plain.txt | inline; filename=\"plain.txt\"",
                "a.js | inline; filename=\"a.js\"",
                "d.json | inline; filename=\"d.json\"",
                "i.svg | inline; filename=\"i.svg\"",
                "x.wasm | inline; filename=\"x.wasm\"",
                "v.mp4 | inline; filename=\"v.mp4\"",
                "noext | attachment; filename=\"noext\"",
                "d.pdf | attachment; filename=\"d.pdf\"",
                "s.mp3 | attachment; filename=\"s.mp3\"",
                "h\u00e9.txt | inline; filename=\"h_.txt\"; filename*=UTF-8''h%C3%A9.txt"
            })
    void dispositionIsThatOfWws(String name, String disposition) throws Exception {
        assertThat(of(name).header("Content-Disposition")).isEqualTo(disposition);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app.3f2a9c1b.js",
                "app-3f2a9c1b.js",
                "chunk_0a1b2c3d4e5f.css",
                "3f2a9c1b3f2a9c1b3f2a9c1b3f2a9c1b.png",
                "main.3f2a9c1b.chunk.js"
            })
    void fingerprintedNameIsImmutable(String name) throws Exception {
        assertThat(of(name).header("Cache-Control"))
                .isEqualTo("public, max-age=31536000, immutable");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "index.html",
                "report-20240101.pdf",
                "deadbeef.txt",
                "my-document12.pdf",
                "jquery-3.7.1.min.js",
                "a1b2c3d.js",
                "3f2a9c1b",
                "version2a.js"
            })
    void anyOtherNameIsRevalidated(String name) throws Exception {
        assertThat(of(name).header("Cache-Control")).isEqualTo("no-cache");
    }

    @Test
    void rulesSetCachingAndFieldsByPath() throws Exception {
        TestTree.write(root, "img/a.png", "x");
        TestTree.write(root, "img/deep/b.png", "x");
        TestTree.write(root, "c.css", "x");
        FileRules rules =
                new FileRules(
                        List.of(
                                new CacheRule(PathPattern.of("/img/*.png"), "max-age=60"),
                                new CacheRule(PathPattern.of("*.png"), ""),
                                new CacheRule(PathPattern.of("/**"), "max-age=1")),
                        List.of(
                                new HeaderRule(
                                        PathPattern.of("/img/**"),
                                        "Access-Control-Allow-Origin",
                                        "*"),
                                new HeaderRule(
                                        PathPattern.of("*.css"), "content-type", "text/x-own")),
                        List.of(),
                        List.of(),
                        false);
        try (TestTree tree = new TestTree(root, config -> config.withRules(rules))) {
            var image = tree.get("/img/a.png");
            assertThat(image.header("Cache-Control")).isEqualTo("max-age=60");
            assertThat(image.header("Access-Control-Allow-Origin")).isEqualTo("*");
            assertThat(image.header("Content-Disposition")).isEmpty();
            assertThat(tree.get("/img/deep/b.png").header("Cache-Control")).isEmpty();
            var sheet = tree.get("/c.css");
            assertThat(sheet.header("Cache-Control")).isEqualTo("max-age=1");
            assertThat(sheet.response().headers().toString())
                    .doesNotContain("Content-Type: ")
                    .contains("content-type: text/x-own");
        }
    }

    @Test
    void redirectsAndRewritesComeBeforeFiles() throws Exception {
        TestTree.write(root, "new.txt", "new");
        TestTree.write(root, "old.txt", "old");
        FileRules rules =
                new FileRules(
                        List.of(),
                        List.of(),
                        List.of(
                                new Redirect(PathPattern.of("/old.txt"), "/new.txt", 301),
                                new Redirect(PathPattern.of("/q"), "/new.txt?own", 307)),
                        List.of(new Rewrite(PathPattern.of("/v*/data"), "/new.txt")),
                        false);
        try (TestTree tree = new TestTree(root, config -> config.withRules(rules))) {
            var moved = tree.get("/old.txt?a=1");
            assertThat(moved.status()).isEqualTo(301);
            assertThat(moved.header("Location")).isEqualTo("/new.txt?a=1");
            assertThat(tree.get("/q?a=1").header("Location")).isEqualTo("/new.txt?own");
            assertThat(tree.get("/v2/data").text()).isEqualTo("new");
            assertThat(tree.get("/v2/x/data").status()).isEqualTo(404);
        }
    }

    @Test
    void rulesThatCannotBeSentAreRefused() {
        PathPattern all = PathPattern.of("/**");
        assertThatIllegalArgumentException().isThrownBy(() -> new HeaderRule(all, "bad name", "x"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CacheRule(all, "a\r\nInjected: x"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Redirect(all, "/x", 200));
        assertThatIllegalArgumentException().isThrownBy(() -> new Rewrite(all, "x"));
    }

    @Test
    void pageForMissingFilesHasStatus404AndIsNotKept() throws Exception {
        TestTree.write(root, "404.html", "<h1>nope</h1>");
        try (TestTree tree = TestTree.at(root)) {
            var answer = tree.get("/none/none", "Range", "bytes=0-1", "If-None-Match", "*");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.text()).isEqualTo("<h1>nope</h1>");
            assertThat(answer.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
            assertThat(answer.header("Content-Disposition"))
                    .isEqualTo("inline; filename=\"404.html\"");
            assertThat(answer.header("ETag")).isEmpty();
            assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
            assertThat(tree.get("/404.html").status()).isEqualTo(200);
        }
    }

    @Test
    void extensionsStandInTheTableOnce() {
        assertThat(MediaTypes.load().of("x.ts").name()).isEqualTo("video/mp2t");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MediaTypes.parse(List.of("a/a x", "b/b y x")));
    }
}
