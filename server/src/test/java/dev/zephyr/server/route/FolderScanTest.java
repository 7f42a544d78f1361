// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.Glob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FolderScanTest {

    @TempDir Path root;

    @ParameterizedTest
    @CsvSource({
        "index.wasm, /",
        "api/index.wasm, /api",
        "api/v2/ping.wasm, /api/v2/ping",
        "a.b.wasm, /a.b",
        "examples/index/index.wasm, /examples",
        "index/foo.wasm, /foo",
        "[id].wasm, /[id]",
        "sub/[...all].wasm, /sub/[...all]",
        "public.wasm, /public",
        ".hidden.wasm, /.hidden",
        ".wasm, /.wasm",
        "node_modules/x.wasm, /node_modules/x",
        "folder.with.dots/w.wasm, /folder.with.dots/w",
        "a b.wasm, /a b",
        "h\u00e9llo.wasm, /h\u00e9llo",
        "UPPER.wasm, /UPPER",
        "index.index.wasm, /index.index",
        "indexes/w.wasm, /indexes/w",
    })
    void routeIsThePlaceInTheFolderWithoutExtensionAndIndex(String file, String route)
            throws IOException {
        write(file);
        assertThat(paths(Prefix.NONE)).containsExactly(route);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "public/a.wasm",
                "sub/public/a.wasm",
                ".wws/a.wasm",
                "sub/.wws/x/a.wasm",
                "_a.wasm",
                "_dir/a.wasm",
                "sub/_dir/deep/a.wasm",
                "a.WASM",
                "a.txt",
                "a.toml",
                "wasm",
            })
    void reservedNamesAndOtherFilesAreNoWorkers(String file) throws IOException {
        write(file);
        assertThat(paths(Prefix.NONE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', /, /a",
        "app, /app, /app/a",
        "/app/, /app, /app/a",
        "\\app\\, /app, /app/a",
        "app/test/, /app/test, /app/test/a",
    })
    void prefixComesBeforeEachRouteAndTheIndexIsThePrefixItself(
            String prefix, String index, String other) throws IOException {
        write("index.wasm");
        write("a.wasm");
        assertThat(paths(Prefix.of(prefix))).containsExactly(index, other);
    }

    @Test
    void dotInTheNameOfTheRootDoesNotChangeRoutes() throws IOException {
        root = Files.createDirectory(root.resolve("site-v1.2"));
        write("index.wasm");
        write("api.wasm");
        assertThat(paths(Prefix.NONE)).containsExactly("/", "/api");
    }

    @Test
    void folderThatIsNamedLikeAWorkerIsReportedAndEntered() throws IOException {
        write("x.wasm/inner.wasm");
        Routes routes = scan();
        assertThat(routes.inOrder()).extracting(Route::path).containsExactly("/x.wasm/inner");
        assertThat(warnings(routes)).singleElement().asString().contains("x.wasm: a folder");
    }

    @Test
    void unreadableFolderIsReportedAndTheRestIsServed() throws IOException {
        write("a.wasm");
        Path locked = Files.createDirectory(root.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
        boolean readable = Files.isReadable(locked);
        Routes routes = scan();
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
        assertThat(routes.inOrder()).extracting(Route::path).containsExactly("/a");
        // The superuser reads everything.
        assertThat(warnings(routes)).hasSize(readable ? 0 : 1);
    }

    @Test
    void missingRootIsReported() {
        Routes routes = FolderScan.scan(root.resolve("absent"), Prefix.NONE, List.of());
        assertThat(routes.inOrder()).isEmpty();
        assertThat(warnings(routes)).singleElement().asString().contains("can't be read");
    }

    @Test
    void linksToFilesCountAndLinksToFoldersDoNot() throws IOException {
        Path outside = Files.createDirectory(root.resolve("_outside"));
        Files.write(outside.resolve("w.wasm"), new byte[8]);
        Files.createSymbolicLink(root.resolve("file.wasm"), outside.resolve("w.wasm"));
        Files.createSymbolicLink(root.resolve("folder"), outside);
        Files.createSymbolicLink(root.resolve("loop"), root);
        Files.createSymbolicLink(root.resolve("broken.wasm"), outside.resolve("absent"));
        Routes routes = scan();
        assertThat(routes.inOrder()).extracting(Route::path).containsExactly("/file");
        assertThat(warnings(routes)).singleElement().asString().contains("broken.wasm");
    }

    @Test
    void folderNamedIndexIsReported() throws IOException {
        write("index/foo.wasm");
        assertThat(warnings(scan())).singleElement().asString().contains("\"index\" is left out");
    }

    @ParameterizedTest
    @CsvSource({
        "api.wasm, api/index.wasm, /api",
        "a/b.wasm, a/index/b.wasm, /a/b",
        "x/[a].wasm, x/[b].wasm, /x/[a]",
        "[a]/[...b].wasm, [c]/[...d].wasm, /[a]/[...b]",
    })
    void secondFileOfARouteIsReportedAndNeverServed(String first, String second, String route)
            throws IOException {
        write(second);
        write(first);
        Routes routes = scan();
        assertThat(routes.inOrder()).extracting(Route::path).containsExactly(route);
        assertThat(routes.inOrder().getFirst().file()).isEqualTo(root.resolve(first));
        assertThat(warnings(routes))
                .anyMatch(w -> w.contains(second) && w.contains("never served"));
    }

    @ParameterizedTest
    @CsvSource({
        "user-[id].wasm, user-[id]",
        "[...a]/b.wasm, [...a]",
        "[].wasm, []",
        "[...].wasm, [...]"
    })
    void bracketsThatAreNoParameterAreReported(String file, String segment) throws IOException {
        write(file);
        assertThat(warnings(scan())).singleElement().asString().contains(segment);
    }

    @Test
    void filesOfOtherLanguagesAreReportedOncePerLanguage() throws IOException {
        for (String file : List.of("a.js", "b.js", "lib/c.js", "d.py", "public/e.js")) {
            write(file);
        }
        assertThat(warnings(scan()))
                .hasSize(2)
                .anyMatch(w -> w.contains("JavaScript") && w.contains("and 2 more files"))
                .anyMatch(w -> w.contains("Python") && w.contains("d.py"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'';a b b/a b/deep/c x/y",
                "a;a b b/a b/deep/c x/y",
                "a.wasm;b b/a b/deep/c x/y",
                "*.wasm;b/a b/deep/c x/y",
                "**/a.wasm;b b/deep/c x/y",
                "b/**;a b x/y",
                "b;a b x/y",
                "b/*;a b b/deep/c x/y",
                "{b,x}/**;a b",
                "<?:1>/**;a b",
                "**;''",
            })
    void globsLeaveWorkersOut(String glob, String left) throws IOException {
        for (String file : List.of("a.wasm", "b.wasm", "b/a.wasm", "b/deep/c.wasm", "x/y.wasm")) {
            write(file);
        }
        List<Glob> globs = List.of(((Glob.Parsed.Valid) Glob.parse(glob)).glob());
        String[] expected =
                Stream.of(left.split(" "))
                        .filter(s -> !s.isEmpty())
                        .map(s -> "/" + s)
                        .toArray(String[]::new);
        assertThat(FolderScan.scan(root, Prefix.NONE, globs).inOrder())
                .extracting(Route::path)
                .containsExactlyInAnyOrder(expected);
    }

    @Test
    void foldersBeyondTheLimitAreReportedAndNotEntered() throws IOException {
        write("d/".repeat(FolderScan.DEPTH_MAX) + "in.wasm");
        write("d/".repeat(FolderScan.DEPTH_MAX + 1) + "out.wasm");
        Routes routes = scan();
        assertThat(routes.inOrder()).hasSize(1);
        assertThat(warnings(routes)).singleElement().asString().contains("not read");
    }

    private void write(String file) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, new byte[8]);
    }

    private Routes scan() {
        return FolderScan.scan(root, Prefix.NONE, List.of());
    }

    private List<String> paths(Prefix prefix) {
        return FolderScan.scan(root, prefix, List.of()).inOrder().stream()
                .map(Route::path)
                .toList();
    }

    private static List<String> warnings(Routes routes) {
        return routes.warnings().stream().map(Object::toString).toList();
    }
}
