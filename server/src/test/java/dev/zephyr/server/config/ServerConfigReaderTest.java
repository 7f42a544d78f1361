// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.ServerConfig.AccessLogFormat;
import dev.zephyr.server.config.ServerConfig.Admin;
import dev.zephyr.server.config.ServerConfig.LogFormat;
import dev.zephyr.server.config.ServerConfig.LogLevel;
import dev.zephyr.server.http.TrustedProxies;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ServerConfigReaderTest {

    @TempDir Path root;

    private final Map<Option<?>, List<String>> flags = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();

    @Test
    void nothingIsSetAndEverythingHasItsDefault() {
        ServerConfig config = read();
        assertThat(config.root()).isEqualTo(root);
        assertThat(config.network().host()).isEqualTo("127.0.0.1");
        assertThat(config.network().port()).isEqualTo(8080);
        assertThat(config.network().admin()).isEmpty();
        assertThat(config.site().prefix()).isEmpty();
        assertThat(config.site().ignore()).isEmpty();
        assertThat(config.site().corsOrigins()).isEmpty();
        assertThat(config.site().strict()).isFalse();
        assertThat(config.workers().limits()).isEqualTo(RunLimits.DEFAULT);
        assertThat(config.workers().keyValueUrl()).isEmpty();
        assertThat(config.workers().cacheDirectory()).isPresent();
        assertThat(config.logging())
                .isEqualTo(
                        new ServerConfig.Logging(
                                LogLevel.INFO, LogFormat.TEXT, "stderr", AccessLogFormat.COMMON));
        assertThat(config.files()).isEqualTo(FileSettings.DEFAULT);
    }

    /** Three values of each option, and how to see which one it has. */
    record Sample(Option<?> option, List<String> texts, Function<ServerConfig, Object> seen) {}

    private static Sample sample(
            Option<?> option, Function<ServerConfig, Object> seen, String... texts) {
        return new Sample(option, List.of(texts), seen);
    }

    private static List<Sample> samples() {
        return List.of(
                sample(Options.HOST, c -> c.network().host(), "a", "b", "c"),
                sample(Options.PORT, c -> c.network().port(), "1", "2", "3"),
                sample(
                        Options.ADMIN_PORT,
                        c -> c.network().admin().orElseThrow().port(),
                        "1",
                        "2",
                        "3"),
                sample(Options.EVENT_LOOPS, c -> c.network().eventLoops(), "1", "2", "3"),
                sample(
                        Options.TRUSTED_PROXY,
                        c -> c.network().trustedProxies().getFirst().address().getHostAddress(),
                        "10.0.0.1",
                        "10.0.0.2",
                        "10.0.0.3"),
                sample(Options.PREFIX, c -> c.site().prefix(), "a", "b", "c"),
                sample(Options.IGNORE, c -> c.site().ignore().getFirst().toString(), "a", "b", "c"),
                sample(
                        Options.CORS,
                        c -> c.site().corsOrigins().getFirst(),
                        "http://a",
                        "http://b",
                        "*"),
                sample(
                        Options.KV,
                        c -> c.workers().keyValueUrl().orElseThrow(),
                        "memory:",
                        "file:x",
                        "redis://x"),
                sample(Options.THREADS, c -> c.workers().threads(), "1", "2", "3"),
                sample(
                        Options.CACHE_DIR,
                        c -> c.workers().cacheDirectory().orElseThrow().getFileName().toString(),
                        "a",
                        "b",
                        "c"),
                sample(
                        Options.LOG_LEVEL,
                        c -> c.logging().level().name().toLowerCase(Locale.ROOT),
                        "off",
                        "debug",
                        "trace"),
                sample(Options.ACCESS_LOG, c -> c.logging().accessLog(), "off", "stdout", "x.log"),
                sample(
                        Options.ACCESS_LOG_FORMAT,
                        c -> c.logging().accessLogFormat().name().toLowerCase(Locale.ROOT),
                        "json",
                        "combined",
                        "common"),
                sample(
                        LimitOptions.TIMEOUT,
                        c -> Quantity.format(c.workers().limits().timeout()),
                        "1s",
                        "2s",
                        "3s"),
                sample(
                        LimitOptions.MAX_MEMORY,
                        c -> Quantity.format(c.workers().limits().memoryBytesMax()),
                        "1MiB",
                        "2MiB",
                        "3MiB"),
                sample(
                        LimitOptions.MAX_STDOUT,
                        c -> Quantity.format(c.workers().limits().stdoutBytesMax()),
                        "1MiB",
                        "2MiB",
                        "3MiB"),
                sample(
                        LimitOptions.MAX_STDERR,
                        c -> Quantity.format(c.workers().limits().stderrBytesMax()),
                        "1MiB",
                        "2MiB",
                        "3MiB"),
                sample(
                        LimitOptions.MAX_OPEN_FILES,
                        c -> c.workers().limits().openFilesMax(),
                        "1",
                        "2",
                        "3"),
                sample(
                        LimitOptions.MAX_BODY,
                        c -> Quantity.format(c.workers().limits().bodyBytesMax()),
                        "2MiB",
                        "3MiB",
                        "4MiB"),
                sample(LimitOptions.MAX_QUEUE, c -> c.workers().queueMax(), "1", "2", "3"),
                sample(
                        LimitOptions.MAX_CONNECTIONS,
                        c -> c.network().limits().connectionsMax(),
                        "1",
                        "2",
                        "3"),
                sample(
                        LimitOptions.MAX_REQUEST_LINE,
                        c -> Quantity.format(c.network().limits().requestLineBytesMax()),
                        "1KiB",
                        "2KiB",
                        "3KiB"),
                sample(
                        LimitOptions.MAX_HEADER_BYTES,
                        c -> Quantity.format(c.network().limits().fieldBytesMax()),
                        "1KiB",
                        "2KiB",
                        "3KiB"),
                sample(
                        LimitOptions.MAX_HEADERS,
                        c -> c.network().limits().fieldCountMax(),
                        "1",
                        "2",
                        "3"),
                sample(
                        LimitOptions.HEADER_TIMEOUT,
                        c -> Quantity.format(c.network().limits().headTime()),
                        "1s",
                        "2s",
                        "3s"),
                sample(
                        LimitOptions.BODY_TIMEOUT,
                        c -> Quantity.format(c.network().limits().bodyTime()),
                        "1s",
                        "2s",
                        "3s"),
                sample(
                        LimitOptions.MIN_BODY_RATE,
                        c -> Quantity.format(c.network().limits().bodyRateMin()),
                        "1B",
                        "2B",
                        "3B"),
                sample(
                        LimitOptions.MAX_BODIES,
                        c -> Quantity.format(c.network().limits().bodyBytesInFlightMax()),
                        "1MiB",
                        "2MiB",
                        "3MiB"),
                sample(
                        LimitOptions.IDLE_TIMEOUT,
                        c -> Quantity.format(c.network().limits().idleTime()),
                        "1s",
                        "2s",
                        "3s"),
                sample(
                        LimitOptions.WRITE_TIMEOUT,
                        c -> Quantity.format(c.network().limits().writeStallTime()),
                        "1s",
                        "2s",
                        "3s"),
                sample(
                        LimitOptions.MAX_PIPELINE,
                        c -> Quantity.format(c.network().limits().pipelineBytesMax()),
                        "1KiB",
                        "2KiB",
                        "3KiB"));
    }

    /** Two texts can't stand for three sources; the pair that is left out is in the next test. */
    private static final Set<Option<?>> OF_TWO_VALUES =
            Set.of(
                    Options.STRICT,
                    Options.ENABLE_PANEL,
                    Options.NO_CACHE,
                    Options.LOG_FORMAT,
                    Options.ADMIN_HOST);

    @Test
    void everyOptionHasASample() {
        List<Option<?>> sampled = samples().stream().<Option<?>>map(Sample::option).toList();
        assertThat(Stream.concat(sampled.stream(), OF_TWO_VALUES.stream()))
                .containsExactlyInAnyOrderElementsOf(Options.all().toList());
    }

    private static Stream<Arguments> precedence() {
        return samples().stream().map(s -> Arguments.argumentSet(s.option().name(), s));
    }

    @ParameterizedTest
    @MethodSource("precedence")
    void flagComesBeforeVariableBeforeFile(Sample sample) throws IOException {
        Option<?> option = sample.option();
        int dot = option.key().indexOf('.');
        String section = option.key().substring(0, dot);
        String key = option.key().substring(dot + 1);
        project("[%s]\n%s = '%s'\n".formatted(section, key, sample.texts().get(2)));
        assertThat(sample.seen().apply(read())).hasToString(sample.texts().get(2));
        environment.put(option.variable(), sample.texts().get(1));
        assertThat(sample.seen().apply(read())).hasToString(sample.texts().get(1));
        flags.put(option, List.of(sample.texts().get(0)));
        assertThat(sample.seen().apply(read())).hasToString(sample.texts().get(0));
        environment.put(option.variable(), "");
        flags.clear();
        assertThat(sample.seen().apply(read())).hasToString(sample.texts().get(2));
    }

    @Test
    void switchesFollowTheSamePrecedence() throws IOException {
        project(
                "[server]\nstrict = true\nno_cache = true\nlog_format = 'json'\nadmin_host = '::1'\nadmin_port = 9\nenable_panel = true\n");
        ServerConfig config = read();
        assertThat(config.site().strict()).isTrue();
        assertThat(config.site().panel()).isTrue();
        assertThat(config.workers().cacheDirectory()).isEmpty();
        assertThat(config.logging().format()).isEqualTo(LogFormat.JSON);
        assertThat(config.network().admin()).contains(new Admin("::1", 9));
        environment.put("WWS_STRICT", "no");
        environment.put("WWS_NO_CACHE", "0");
        environment.put("WWS_LOG_FORMAT", "TEXT");
        environment.put("WWS_ADMIN_HOST", "localhost");
        config = read();
        assertThat(config.site().strict()).isFalse();
        assertThat(config.workers().cacheDirectory()).isPresent();
        assertThat(config.logging().format()).isEqualTo(LogFormat.TEXT);
        assertThat(config.network().admin()).contains(new Admin("localhost", 9));
        flags.put(Options.STRICT, List.of("true"));
        assertThat(read().site().strict()).isTrue();
    }

    private static Stream<Arguments> optionsThatCanBeWrong() {
        return Options.all()
                .filter(o -> !Set.of("HOST", "PATH", "TARGET").contains(o.type().placeholder()))
                .map(o -> Arguments.argumentSet(o.name(), o));
    }

    @ParameterizedTest
    @MethodSource("optionsThatCanBeWrong")
    void wrongTextIsNamedWithItsSourceAndWhatWasExpected(Option<?> option) throws IOException {
        String wrong = "[wrong,";
        String expected = " (expected: " + option.type().expected() + ")";
        flags.put(option, List.of(wrong));
        assertThat(problems())
                .anyMatch(p -> p.startsWith(option.flag() + ": ") && p.endsWith(expected));
        flags.clear();
        environment.put(option.variable(), wrong);
        assertThat(problems())
                .anyMatch(p -> p.startsWith(option.variable() + ": ") && p.endsWith(expected));
        environment.clear();
        int dot = option.key().indexOf('.');
        project(
                "[%s]\n%s = '%s'\n"
                        .formatted(
                                option.key().substring(0, dot),
                                option.key().substring(dot + 1),
                                wrong));
        assertThat(problems())
                .anyMatch(p ->
                        p.contains(".wws.toml:2:1: " + option.key() + ": ")
                                && p.endsWith(expected));
    }

    @Test
    void allWrongOptionsAreNamedAtOnce() {
        flags.put(Options.PORT, List.of("99999"));
        environment.put("WWS_TIMEOUT", "5");
        assertThat(problems())
                .containsExactly(
                        "--port: 99999 (expected: a whole number from 0 to 65535)",
                        "WWS_TIMEOUT: 5 (expected: a time span from 1ms to 1d)");
    }

    @Test
    void passwordInTheUrlOfAStoreIsNeverShown() {
        flags.put(Options.KV, List.of("mysql://user:secret@host/db"));
        assertThat(problems())
                .singleElement()
                .asString()
                .doesNotContain("secret")
                .contains("postgresql://");
        flags.put(Options.KV, List.of("redis://user:secret@host"));
        assertThat(read().toString()).doesNotContain("secret");
    }

    @Test
    void variableOfARepeatableOptionIsSplitAtSpaces() {
        environment.put("WWS_IGNORE", " a/{b,c}/**  drafts/** ");
        assertThat(read().site().ignore())
                .extracting(Glob::toString)
                .containsExactly("a/{b,c}/**", "drafts/**");
    }

    @Test
    void keyInTheFileMayBeANumberATruthOrAList() throws IOException {
        project(
                "[server]\nport = 81\nstrict = true\ncors = ['http://a', 'http://b']\n[limits]\nbody = 7\n");
        ServerConfig config = read();
        assertThat(config.network().port()).isEqualTo(81);
        assertThat(config.site().corsOrigins()).containsExactly("http://a", "http://b");
        assertThat(config.workers().limits().bodyBytesMax()).isEqualTo(7);
    }

    @Test
    void cacheFolderInTheFileIsRelativeToTheProject() throws IOException {
        project("[server]\ncache_dir = 'cache'\n");
        assertThat(read().workers().cacheDirectory()).contains(root.resolve("cache"));
        flags.put(Options.CACHE_DIR, List.of("cache"));
        assertThat(read().workers().cacheDirectory()).contains(Path.of("cache"));
    }

    @Test
    void cacheFolderIsInTheUsersCacheByDefault() {
        environment.put("XDG_CACHE_HOME", "/somewhere");
        assertThat(read().workers().cacheDirectory())
                .contains(Path.of("/somewhere/zephyr-workers"));
        environment.put("XDG_CACHE_HOME", "relative");
        assertThat(read().workers().cacheDirectory().orElseThrow()).isAbsolute();
    }

    /** What wws would not read either is ignored, as wws does. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "version = ",
                "version = '1'",
                "version = 1;repositories = 'x'",
                "version = 1;[[repositories]];name = 'x'",
                "version = 1;[[repositories]];name = 'x';url = 'u';[[repositories.runtimes]];name = 'r'",
                "version = 1;[[repositories]];name='x';url='u';[[repositories.runtimes]];name='r';version='1';status='old';extensions=[];args=[];binary={url='u',filename='f',checksum={type='sha256',value='0'}}",
                "version = 1;[[repositories]];name='x';url='u';[[repositories.runtimes]];name='r';version='1';status='active';extensions=[];args=[];binary={url='u'}",
            })
    void unreadableProjectFileIsIgnoredWithAWarning(String lines) throws IOException {
        project("[server]\nport = 1\n");
        project(lines.replace(';', '\n') + "\n");
        assertThat(warnings().getFirst())
                .isEqualTo("There was an error reading the .wws.toml file. It will be ignored");
        assertThat(warnings().get(1)).startsWith("Error: ").contains(".wws.toml");
        assertThat(read().network().port()).isEqualTo(8080);
        flags.put(Options.STRICT, List.of("true"));
        assertThat(problems()).isNotEmpty();
    }

    @Test
    void projectFileOfWwsIsReadAndItsRuntimesAreNamed() throws IOException {
        project(
                """
                version = 1
                [[repositories]]
                name = "wasmlabs"
                url = "https://example.org/index.toml"
                [[repositories.runtimes]]
                name = "python"
                version = "3.11.1"
                tags = ["latest"]
                status = "active"
                extensions = ["py"]
                args = ["--", "/src/index.py"]
                envs = { A = "b" }
                [repositories.runtimes.binary]
                url = "https://example.org/p.wasm"
                filename = "p.wasm"
                checksum = { type = "sha256", value = "00" }
                [repositories.runtimes.wrapper]
                url = "https://example.org/w"
                filename = "w"
                checksum = { type = "sha256", value = "00" }
                """);
        assertThat(warnings())
                .containsExactly(
                        "Required language runtimes are not installed. Some files may not be"
                                + " considered workers",
                        "Not available here: python 3.11.1");
    }

    @Test
    void unknownKeysAreWarnedOf() throws IOException {
        project("sever = 1\n[server]\nprot = 1\n[limits]\ntime = '1s'\n[files]\nspaa = 'x'\n");
        assertThat(warnings())
                .anyMatch(w -> w.endsWith("sever: unknown key, ignored (expected: server)"))
                .anyMatch(w -> w.endsWith("server.prot: unknown key, ignored (expected: port)"))
                .anyMatch(w -> w.contains("limits.time: unknown key, ignored (expected: timeout"))
                .anyMatch(w -> w.endsWith("files.spaa: unknown key, ignored (expected: spa)"))
                .hasSize(4);
    }

    @Test
    void everyKeyOfFilesIsRead() throws IOException {
        project(
                """
                [files]
                index = ["main.html", "index.htm"]
                spa = "app.html"
                clean_urls = false
                directory_redirect = true
                listing = true
                symlinks = "allow"
                content_disposition = false
                [files.compression]
                precompressed = false
                on_the_fly = ["br", "gzip"]
                min_size = "2KiB"
                max_size = "3MiB"
                [files.cache]
                memory = "1GiB"
                max_file = "2MiB"
                open_files = 5
                stale = "2s"
                [[files.cache_control]]
                path = "*.css"
                value = "max-age=60"
                [[files.headers]]
                path = "/x/**"
                name = "X-Frame-Options"
                value = "DENY"
                [[files.redirects]]
                from = "/old"
                to = "https://example.org/"
                status = 301
                [[files.redirects]]
                from = "/older"
                to = "/new"
                [[files.rewrites]]
                from = "/app/**"
                to = "/app.html"
                """);
        assertThat(read().files())
                .isEqualTo(
                        new FileSettings(
                                new FileSettings.Layout(
                                        List.of("main.html", "index.htm"),
                                        Optional.of("app.html"),
                                        false,
                                        true,
                                        true,
                                        FileSettings.Symlinks.ALLOW),
                                new FileSettings.Rules(
                                        List.of(new FileSettings.CacheRule("*.css", "max-age=60")),
                                        List.of(
                                                new FileSettings.HeaderRule(
                                                        "/x/**", "X-Frame-Options", "DENY")),
                                        List.of(
                                                new FileSettings.Redirect(
                                                        "/old", "https://example.org/", 301),
                                                new FileSettings.Redirect("/older", "/new", 308)),
                                        List.of(new FileSettings.Rewrite("/app/**", "/app.html")),
                                        false),
                                new FileSettings.Compression(
                                        false, Set.of("br", "gzip"), 2 << 10, 3 << 20),
                                new FileSettings.Cache(
                                        1 << 30, 2 << 20, 5, Duration.ofSeconds(2))));
        assertThat(warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[files];index = 5 | :2:1: files.index: 5 (expected: a list of strings)",
                "[files];symlinks = 'some' | files.symlinks: \"some\" (expected: \"refuse\", \"inside\" or \"allow\")",
                "[files];listing = 'yes' | files.listing: \"yes\"",
                "[[files.headers]];path = '*';name = 'a b';value = 'x' | files.headers[0].value: header name: a b",
                "[[files.headers]];path = '*';name = 'a';value = \"x\\u0000\" | files.headers[0].value: header a: control character",
                "[[files.headers]];path = '*';name = 'a' | files.headers[0].value: missing",
                "[[files.cache_control]];value = 'x' | files.cache_control[0].path: missing",
                "[[files.redirects]];from = '/a';to = '/b';status = 305 | files.redirects[0].status: 305 (expected: 301, 302",
                "[[files.redirects]];from = '/a';to = '/b';status = 200 | files.redirects[0].status: 200",
                "[[files.rewrites]];from = '/a';to = 'b' | files.rewrites[0].to: \"b\" (expected: a path that starts",
                "[files.compression];on_the_fly = ['lzma'] | files.compression.on_the_fly: [lzma]",
                "[files.cache];stale = '0s' | files.cache.stale: \"0s\"",
                "[server];port = 1.5 | :2:1: server.port: 1.5 (expected: a list of strings)",
                "server = 1 | :1:1: server: 1 (expected: a table)",
            })
    void wrongSettingOfOursKeepsTheServerFromStarting(String lines, String message)
            throws IOException {
        project(lines.replace(';', '\n') + "\n");
        assertThat(problems()).singleElement().asString().contains(".wws.toml").contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.1.2.3, true",
        "10.0.0.0/8, 11.1.2.3, false",
        "10.0.0.1, 10.0.0.1, true",
        "10.0.0.1, 10.0.0.2, false",
        "10.0.0.0/30, 10.0.0.3, true",
        "10.0.0.0/30, 10.0.0.4, false",
        "0.0.0.0/0, 1.2.3.4, true",
        "::1, ::1, true",
        "fd00::/8, fd12::1, true",
        "fd00::/8, fe80::1, false",
        "fd00::/8, 10.0.0.1, false",
    })
    void addressRangeIsTheFirstBits(String range, String address, boolean contained) {
        assertThat(
                        new TrustedProxies(TrustedProxies.Network.parse(range).stream().toList())
                                .contains(InetAddress.ofLiteral(address)))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/x",
        "::1/129",
        "''",
        "/8",
        "10.0.0.256"
    })
    void otherTextIsNoAddressRange(String text) {
        assertThat(TrustedProxies.Network.parse(text)).isEmpty();
    }

    private void project(String toml) throws IOException {
        Files.writeString(root.resolve(".wws.toml"), toml);
    }

    private ServerConfigReading reading() {
        return new ServerConfigReader(environment).read(root, flags);
    }

    private ServerConfig read() {
        return ((ServerConfigReading.Read) reading()).config();
    }

    private List<String> warnings() {
        return ((ServerConfigReading.Read) reading()).warnings();
    }

    private List<String> problems() {
        return ((ServerConfigReading.Refused) reading()).problems();
    }
}
