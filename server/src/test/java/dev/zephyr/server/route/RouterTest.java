// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.RequestTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {

    private static final List<String> EXAMPLE =
            List.of(
                    "fixed",
                    "[id]",
                    "[id]/fixed",
                    "[id]/sub",
                    "sub/[id]",
                    "sub/[...all]",
                    "sub/sub/[...all]");

    @ParameterizedTest
    @CsvSource({
        "/any, /[id]",
        "/fixed, /fixed",
        "/any/fixed, /[id]/fixed",
        "/any/sub, /[id]/sub",
        "/sub/any, /sub/[id]",
        "/sub/any/catch/all/routes, /sub/[...all]",
        "/sub/sub/any/catch/all/routes, /sub/sub/[...all]",
        "/sub/fixed, /sub/[id]",
        "/sub, /[id]",
        "/fixed/, /fixed",
        "//sub///any//, /sub/[id]",
        "/%66ixed, /fixed",
        "/fixed?x=/any/sub, /fixed",
    })
    void firstRouteInOrderAnswers(String target, String route) {
        assertThat(path(router(EXAMPLE).match(target(target)))).contains(route);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/donot/exist", "/Fixed/x/y", "/fixed%2Fx/y/z"})
    void pathThatNoRouteFitsIsNobodys(String target) {
        assertThat(router(EXAMPLE).match(target(target))).isEqualTo(new Match.None());
    }

    @Test
    void tailAtTheRootFitsTheRootButNoTailFitsItsOwnFolder() {
        assertThat(params(router(List.of("[...all]")), "/")).isEqualTo(Map.of("all", ""));
        assertThat(router(List.of("sub/[...all]")).match(target("/sub")))
                .isEqualTo(new Match.None());
    }

    @Test
    void parameterIsNeverEmpty() {
        assertThat(router(List.of("[id]")).match(target("/"))).isEqualTo(new Match.None());
    }

    @ParameterizedTest
    @CsvSource({
        "[id], /a%20b, id, a b",
        "[id], /h%C3%A9llo, id, h\u00e9llo",
        "[id], /a%2fb, id, a%2Fb",
        "[id], /a%25b, id, a%25b",
        "[id], /a%2Bb+c, id, a%2Bb+c",
        "[user-id], /7, user-id, 7",
        "x/[...rest], /x/a/b%20c/%2F, rest, a/b c/%2F",
        "[a]/[b]/end, /1/2/end, b, 2",
        "[...a]/b, /x/b, a, x",
    })
    void parametersAreDecodedExceptForThreeCharacters(
            String route, String target, String name, String value) {
        assertThat(params(router(List.of(route)), target)).containsEntry(name, value);
    }

    @ParameterizedTest
    @CsvSource({
        "h\u00e9llo, /h%C3%A9llo",
        "a b, /a%20b",
        "100%, /100%25",
        "a+b, /a+b",
        "a+b, /a%2Bb",
        "user-[id], /user-[id]",
        "user-[id], /user-%5Bid%5D",
        "a%2Fb, /a%252Fb",
    })
    void namesAreComparedDecoded(String route, String target) {
        assertThat(router(List.of(route, "[other]")).match(target(target)))
                .isInstanceOf(Match.Static.class);
    }

    @Test
    void encodedSlashIsNoSeparatorAndNoPartOfAName() {
        Router router = router(List.of("a/b", "a%2Fb", "[x]", "s/a%2Fb/[y]"));
        assertThat(params(router, "/a%2Fb")).isEqualTo(Map.of("x", "a%2Fb"));
        assertThat(router.match(target("/s/a%2Fb/1"))).isEqualTo(new Match.None());
        assertThat(params(router, "/s/a%252Fb/1")).isEqualTo(Map.of("y", "1"));
    }

    @ParameterizedTest
    @CsvSource({
        "/app, /app",
        "/app/, /app",
        "/app/fixed, /app/fixed",
        "/app/7, /app/[id]",
        "/app/x/y/z, /app/x/[...all]",
    })
    void prefixIsTakenOffBeforeRouting(String target, String route) {
        Router router = router("/app", List.of("", "fixed", "[id]", "x/[...all]"));
        assertThat(path(router.match(target(target)))).contains(route);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/fixed", "/apple", "/ap", "/7/app"})
    void pathOutsideThePrefixIsNobodys(String target) {
        Router router = router("/app", List.of("", "fixed", "[id]", "[...all]"));
        assertThat(router.match(target(target))).isEqualTo(new Match.None());
    }

    @Test
    void parametersBelowAPrefixAreThoseOfTheSameSegments() {
        Router router = router("/a b/c+d", List.of("[x]/[...y]"));
        assertThat(params(router, "/a%20b/c%2Bd/1/2/3")).isEqualTo(Map.of("x", "1", "y", "2/3"));
    }

    @Test
    void routerAgreesWithASearchThroughTheSortedList() {
        Random random = new Random(7);
        for (int round = 0; round < 3_000; round++) {
            List<String> paths = randomPaths(random);
            Router router = router(paths);
            NaiveRouter naive = new NaiveRouter(paths.stream().map(p -> "/" + p).toList());
            for (int i = 0; i < 20; i++) {
                String requested = randomRequest(random);
                assertThat(path(router.match(target(requested))))
                        .as("%s for %s", requested, paths)
                        .isEqualTo(naive.match(requested));
            }
        }
    }

    /** All routes are in order: each of them is the first of those that it is sorted before. */
    @Test
    void orderIsIndependentOfTheOrderInWhichFilesAreFound() {
        Random random = new Random(8);
        for (int round = 0; round < 500; round++) {
            List<String> paths = randomPaths(random);
            List<Route> forward = routes(Prefix.NONE, paths).inOrder();
            assertThat(routes(Prefix.NONE, paths.reversed()).inOrder()).isEqualTo(forward);
        }
    }

    private static List<String> randomPaths(Random random) {
        TreeSet<String> paths = new TreeSet<>();
        int n = 1 + random.nextInt(12);
        for (int i = 0; i < n; i++) {
            List<String> segments = new ArrayList<>();
            int length = 1 + random.nextInt(4);
            for (int s = 0; s < length; s++) {
                segments.add(List.of("a", "b", "c", "[x]", "[y]", "[z]").get(random.nextInt(6)));
            }
            if (random.nextInt(4) == 0) {
                segments.set(length - 1, random.nextBoolean() ? "[...t]" : "[...u]");
            }
            paths.add(String.join("/", segments));
        }
        return List.copyOf(paths);
    }

    private static String randomRequest(Random random) {
        StringBuilder path = new StringBuilder();
        int length = random.nextInt(6);
        for (int i = 0; i < length; i++) {
            path.append('/').append(List.of("a", "b", "c", "q").get(random.nextInt(4)));
        }
        return path.isEmpty() ? "/" : path.toString();
    }

    private static Optional<String> path(Match match) {
        return switch (match) {
            case Match.Static(var route) -> Optional.of(route.path());
            case Match.Dynamic(var route, _) -> Optional.of(route.path());
            case Match.None _ -> Optional.empty();
        };
    }

    private static Map<String, String> params(Router router, String target) {
        return ((Match.Dynamic) router.match(target(target))).params();
    }

    private static RequestTarget.Path target(String target) {
        return (RequestTarget.Path) RequestTarget.parse(target);
    }

    private static Router router(List<String> paths) {
        return router("", paths);
    }

    private static Router router(String prefix, List<String> paths) {
        return new Router(Prefix.of(prefix), routes(Prefix.of(prefix), paths));
    }

    private static Routes routes(Prefix prefix, List<String> paths) {
        RoutePath routePath = new RoutePath(prefix, _ -> {});
        Stream<Path> files =
                paths.stream().map(p -> Path.of((p.isEmpty() ? "index" : p) + ".wasm"));
        return Routes.of(files.map(file -> routePath.of(file, file)).toList(), List.of());
    }
}
