// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.files.FilesConfig.Symlinks;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which paths name a file, and which never do. */
final class PathCasesTest {

    private static final String SECRET = "the-secret";

    @TempDir Path folder;
    Path root;
    TestTree tree;

    @BeforeEach
    void makeTree() throws Exception {
        root = folder.resolve("public");
        TestTree.write(root, "f.bin", TestTree.CONTENT);
        TestTree.write(root, "dir/index.html", "<p>dir</p>");
        TestTree.write(root, "a b.txt", "space");
        TestTree.write(root, "a+b.txt", "plus");
        TestTree.write(root, "\u00fc.txt", "umlaut");
        TestTree.write(root, "p%q.txt", "percent");
        TestTree.write(root, "h#h.txt", "hash");
        TestTree.write(root, "semi;x.txt", "semicolon");
        TestTree.write(root, ".hidden", SECRET);
        TestTree.write(root, ".git/config", SECRET);
        TestTree.write(root, "dir/.env", SECRET);
        TestTree.write(root, ".well-known/acme", "acme");
        TestTree.write(root, ".well-known/.inner", SECRET);
        TestTree.write(folder, "outside-secret.txt", SECRET);
        TestTree.write(folder, "outside/secret.txt", SECRET);
        Files.createDirectory(root.resolve("emptydir"));
        tree = TestTree.at(root);
    }

    private TestTree withSymlinks(Symlinks symlinks) {
        return new TestTree(
                root,
                config ->
                        config.withLayout(
                                new FilesConfig.Layout(
                                        List.of("index.html"),
                                        Optional.empty(),
                                        true,
                                        false,
                                        false,
                                        symlinks)));
    }

    @ParameterizedTest
    @CsvSource({
        "/a%20b.txt, space",
        "/a+b.txt, plus",
        "/a%2Bb.txt, plus",
        "/%C3%BC.txt, umlaut",
        "/%c3%bc.txt, umlaut",
        "/p%25q.txt, percent",
        "/h%23h.txt, hash",
        "/semi;x.txt, semicolon",
        "/semi%3Bx.txt, semicolon",
        "/dir/, <p>dir</p>",
        "/dir, <p>dir</p>",
        "//dir, <p>dir</p>",
        "//dir//, <p>dir</p>",
        "/dir/../dir/./index.html, <p>dir</p>",
        "/.well-known/acme, acme",
        "/a%20b.txt?x=1, space",
        "http://localhost/a%20b.txt, space"
    })
    void pathIsDecodedOnce(String target, String content) {
        assertThat(tree.get(target).text()).isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../outside-secret.txt",
                "/%2e%2e/outside-secret.txt",
                "/..%2foutside-secret.txt",
                "/dir/..%2f..%2foutside-secret.txt",
                "/.%2e/outside-secret.txt",
                "/..%5coutside-secret.txt",
                "/..\\outside-secret.txt",
                "/%252e%252e%252foutside-secret.txt",
                "/%c0%ae%c0%ae/outside-secret.txt",
                "/%C0AE%C0AE%C0AFoutside-secret.txt",
                "/....//outside-secret.txt",
                "/dir/%2e%2e/%2e%2e/outside-secret.txt",
                "/.hidden",
                "/.git/config",
                "/dir/.env",
                "/.well-known/.inner",
                "/%2ehidden",
                "/dir%2f.env",
                "/\\evil.example/",
                "/outside-secret.txt"
            })
    void nothingHiddenOrOutsideIsServed(String target) {
        var answer = tree.get(target);
        assertThat(answer.status()).isIn(400, 404);
        assertThat(answer.text()).doesNotContain(SECRET);
    }

    @Test
    void absolutePathOfAFileIsNoPathInTheTree() {
        assertThat(tree.get(folder.resolve("outside-secret.txt").toString()).status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/p%q.txt", "/%", "/%zz", "/%u00e9", "f.bin", "/f.bin#x", "*"})
    void badTargetIs400(String target) {
        assertThat(tree.get(target).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/f.bin%00", "/f.bin%00.html", "/%00"})
    void nulIs400(String target) {
        assertThat(tree.get(target).status()).isEqualTo(400);
        assertThat(tree.atOnce(target)).isInstanceOf(FileAnswer.Missing.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dir%2findex.html", "/*x", "/x:", "/x%3C", "/x%3E", "/a%01b"})
    void namesThatWwsRefusesAre400(String target) {
        assertThat(tree.get(target).status()).isEqualTo(400);
    }

    @Test
    void slashAfterAFileIs404() {
        assertThat(tree.get("/f.bin/").status()).isEqualTo(404);
        assertThat(tree.get("/f.bin/x").status()).isEqualTo(404);
    }

    @Test
    void folderWithoutAnIndexIs404() {
        assertThat(tree.get("/emptydir").status()).isEqualTo(404);
        assertThat(tree.get("/emptydir/").status()).isEqualTo(404);
    }

    @Test
    void redirectToTheSlashKeepsTheQueryAndStaysOnTheHost() {
        try (TestTree redirecting =
                new TestTree(
                        root,
                        config ->
                                config.withLayout(
                                        new FilesConfig.Layout(
                                                List.of("index.html"),
                                                Optional.empty(),
                                                true,
                                                true,
                                                false,
                                                Symlinks.INSIDE)))) {
            var answer = redirecting.get("//dir?q=1");
            assertThat(answer.status()).isEqualTo(308);
            assertThat(answer.header("Location")).isEqualTo("/dir/?q=1");
            assertThat(redirecting.get("/dir/").status()).isEqualTo(200);
            assertThat(redirecting.get("/").status()).isEqualTo(404);
        }
    }

    @Test
    void backslashIsAPlainCharacterOfANameWhereItMayBe() throws Exception {
        TestTree.write(root, "back\\slash", "found");
        tree = TestTree.at(root);
        assertThat(tree.get("/back%5Cslash").text()).isEqualTo("found");
        assertThat(SafePath.of("/back\\slash", false, true)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a\\..\\b",
                "/c:",
                "/C:/x",
                "/f.txt::$DATA",
                "/f.txt:stream",
                "/f.txt.",
                "/f.txt ",
                "/CON",
                "/con.txt",
                "/dir/aux.html",
                "/COM1",
                "/nul",
                "/LPT9.x",
                "/PROGRA~1",
                "/a|b",
                "/a?b",
                "/a\"b",
                "/conin$",
                "/.well-known./x"
            })
    void namesThatWindowsReadsOtherwiseAreRefusedThere(String path) {
        assertThat(SafePath.of(path, false, true)).isNull();
    }

    @Test
    void linkInsideTheTreeIsFollowedUnlessLinksAreRefused() throws Exception {
        Files.createSymbolicLink(root.resolve("link"), Path.of("dir"));
        Files.createSymbolicLink(root.resolve("linked.bin"), root.resolve("f.bin"));
        assertThat(withSymlinks(Symlinks.INSIDE).get("/link/").text()).isEqualTo("<p>dir</p>");
        assertThat(withSymlinks(Symlinks.INSIDE).get("/linked.bin").status()).isEqualTo(200);
        assertThat(withSymlinks(Symlinks.REFUSE).get("/link/").status()).isEqualTo(404);
        assertThat(withSymlinks(Symlinks.REFUSE).get("/linked.bin").status()).isEqualTo(404);
        assertThat(withSymlinks(Symlinks.REFUSE).get("/f.bin").status()).isEqualTo(200);
    }

    @Test
    void linkOutOfTheTreeIs404UnlessLinksAreAllowed() throws Exception {
        Files.createSymbolicLink(root.resolve("file"), folder.resolve("outside-secret.txt"));
        Files.createSymbolicLink(root.resolve("relative"), Path.of("../outside-secret.txt"));
        Files.createSymbolicLink(root.resolve("folder"), folder.resolve("outside"));
        Files.createSymbolicLink(root.resolve("twice"), Path.of("file"));
        for (String target : new String[] {"/file", "/relative", "/folder/secret.txt", "/twice"}) {
            for (Symlinks policy : new Symlinks[] {Symlinks.INSIDE, Symlinks.REFUSE}) {
                assertThat(withSymlinks(policy).get(target).status()).isEqualTo(404);
            }
            assertThat(withSymlinks(Symlinks.ALLOW).get(target).text()).isEqualTo(SECRET);
        }
    }

    @Test
    void linkThatAppearsAfterTheCheckLeadsNowhere() throws Exception {
        Path swapped = root.resolve("swapped");
        Path dir = root.resolve("dir2");
        TestTree.write(root, "dir2/secret.txt", "harmless");
        TreeOpener opener = new TreeOpener(root, Symlinks.INSIDE);
        opener.open("dir2/secret.txt").close();
        Files.move(dir, swapped);
        Files.createSymbolicLink(dir, folder.resolve("outside"));
        assertThat(catchStatus(opener, "dir2/secret.txt")).isEqualTo("refused");
    }

    private static String catchStatus(TreeOpener opener, String relative) throws Exception {
        try (var channel = opener.open(relative)) {
            return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
        } catch (NoSuchFileException e) {
            return "refused";
        }
    }

    @Test
    void danglingLinkAndLinkToItselfAre404() throws Exception {
        Files.createSymbolicLink(root.resolve("dangling"), Path.of("nowhere"));
        Files.createSymbolicLink(root.resolve("self"), Path.of("self"));
        assertThat(tree.get("/dangling").status()).isEqualTo(404);
        assertThat(tree.get("/self").status()).isEqualTo(404);
    }

    @Test
    @Timeout(10)
    void pipeIsNeverOpened() throws Exception {
        Path pipe = root.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        tree = TestTree.at(root);
        assertThat(tree.get("/pipe").status()).isEqualTo(404);
    }

    @Test
    void deviceIsNeverOpened() throws Exception {
        Files.createSymbolicLink(root.resolve("zero"), Path.of("/dev/zero"));
        assertThat(withSymlinks(Symlinks.ALLOW).get("/zero").status()).isEqualTo(404);
    }

    @Test
    void longNamesAre404() {
        assertThat(tree.get("/" + "a".repeat(256)).status()).isIn(400, 404);
        assertThat(tree.get("/dir/" + "a".repeat(255)).status()).isEqualTo(404);
        assertThat(tree.get("/dir" + "/a".repeat(60)).status()).isEqualTo(404);
        assertThat(tree.get("/dir" + "/a".repeat(9000)).status()).isEqualTo(404);
        assertThat(tree.get("/dir/" + "%C3%BC".repeat(128)).status()).isIn(400, 404);
    }

    @Test
    void listingShowsOnlyWhatIsServedEscapedAndSorted() throws Exception {
        TestTree.write(root, "list/<b>&\"'.txt", "x");
        TestTree.write(root, "list/a b", "yy");
        TestTree.write(root, "list/javascript:alert(1)", "x");
        TestTree.write(root, "list/.hidden", SECRET);
        TestTree.write(root, "list/sub/x", "x");
        Files.createSymbolicLink(root.resolve("list/out"), folder.resolve("outside"));
        try (TestTree listing =
                new TestTree(
                        root,
                        config ->
                                config.withLayout(
                                        new FilesConfig.Layout(
                                                List.of("index.html"),
                                                Optional.empty(),
                                                true,
                                                false,
                                                true,
                                                Symlinks.INSIDE)))) {
            var html = listing.get("/list/");
            assertThat(html.status()).isEqualTo(200);
            assertThat(html.text().lines().filter(line -> line.startsWith("<li>")))
                    .containsExactly(
                            "<li><a href=\"../\">../</a></li>",
                            "<li><a href=\"./sub/\">sub/</a></li>",
                            "<li><a href=\"./%3Cb%3E&amp;%22&#39;.txt\">"
                                    + "&lt;b&gt;&amp;&quot;&#39;.txt</a></li>",
                            "<li><a href=\"./a%20b\">a b</a></li>",
                            "<li><a href=\"./javascript:alert(1)\">javascript:alert(1)</a></li>");
            var json = listing.get("/list/", "Accept", "application/json");
            assertThat(json.header("Content-Type")).isEqualTo("application/json");
            assertThat(json.text())
                    .contains("{\"name\":\"a b\",\"type\":\"file\",")
                    .contains("\"size\":2}")
                    .contains("<b>&\\\"'.txt")
                    .doesNotContain(".hidden");
            var redirect = listing.get("/list");
            assertThat(redirect.status()).isEqualTo(308);
            assertThat(redirect.header("Location")).isEqualTo("/list/");
            assertThat(listing.get("/dir/").text()).isEqualTo("<p>dir</p>");
            assertThat(listing.get("/nowhere/").status()).isEqualTo(404);
        }
    }

    @Test
    void fallbackAnswersPlacesButNotMissingParts() throws Exception {
        TestTree.write(root, "app.html", "the app");
        try (TestTree app =
                new TestTree(
                        root,
                        config ->
                                config.withLayout(
                                        new FilesConfig.Layout(
                                                List.of("index.html"),
                                                Optional.of("app.html"),
                                                true,
                                                false,
                                                false,
                                                Symlinks.INSIDE)))) {
            var answer = app.get("/users/12");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo("the app");
            assertThat(answer.header("ETag")).isNotEmpty();
            assertThat(app.get("/missing.js").status()).isEqualTo(404);
            assertThat(app.get("/v1.2/x", "Accept", "text/html").status()).isEqualTo(200);
        }
    }

    @Test
    void unknownFirstSegmentCostsNoDisk() {
        assertThat(tree.atOnce("/users/123")).isInstanceOf(FileAnswer.Missing.class);
        assertThat(tree.atOnce("/.hidden")).isInstanceOf(FileAnswer.Missing.class);
        assertThat(tree.atOnce("/dir/x")).isInstanceOf(FileAnswer.NeedsIo.class);
        tree.pass(Duration.ofSeconds(5).toMillis());
        assertThat(tree.atOnce("/users/123")).isInstanceOf(FileAnswer.NeedsIo.class);
        assertThat(tree.atOnce("/users/123")).isInstanceOf(FileAnswer.Missing.class);
    }

    @Test
    void nameThatThePlatformCannotWriteIsNoFile() {
        assertThat(SafePath.of("/\ud800.txt", false)).isNull();
    }

    @Test
    void namesAreUtf8OnTheWire() {
        byte[] name = "\u00fc.txt".getBytes(StandardCharsets.UTF_8);
        String raw = "/" + new String(name, StandardCharsets.ISO_8859_1);
        assertThat(tree.get(raw).text()).isEqualTo("umlaut");
    }
}
