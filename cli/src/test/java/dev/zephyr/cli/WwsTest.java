// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.StartException;
import dev.zephyr.server.StartListener;
import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Options;
import dev.zephyr.server.config.ServerConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WwsTest {

    @TempDir Path root;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private final List<ServerConfig> started = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    @Test
    void startIsPrintedLineForLineAsWwsDoes() {
        assertThat(run(root.toString(), "--port", "0")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        ⚙️  Preparing the project from: ROOT
                        ⚙️  Loading routes from: ROOT
                        ⏳ Loading workers from 2 routes...
                        ✅ Workers loaded in 108.82825ms.
                            - http://127.0.0.1:7777/
                              => ROOT/index.wasm
                            - http://127.0.0.1:7777/[id]
                              => ROOT/[id].wasm
                        🚀 Start serving requests at http://127.0.0.1:7777

                        """
                                .replace("ROOT", root.toString()));
        assertThat(err()).isEmpty();
    }

    @Test
    void stoppingShutsTheServerDownWithinHalfAMinuteAndIsNoFailure() {
        assertThat(run(root.toString())).isZero();
        assertThat(events).containsExactly("ready", "asked to stop", "shutdown PT30S");
    }

    @Test
    void addressOfIpVersion6IsPrintedInBrackets() {
        run(root.toString(), "--host", "::1");
        assertThat(out()).contains("Start serving requests at http://[::1]:7777\n");
    }

    @Test
    void unreadableProjectFileIsIgnoredAndSaidSo() throws IOException {
        Files.writeString(root.resolve(".wws.toml"), "version = ");
        assertThat(run(root.toString())).isZero();
        assertThat(out().lines().skip(1).limit(2))
                .satisfiesExactly(
                        line ->
                                assertThat(line)
                                        .isEqualTo(
                                                "⚠️  There was an error reading the .wws.toml file. It will be ignored"),
                        line -> assertThat(line).startsWith("⚠️  Error: "));
    }

    @Test
    void folderIsTheCurrentOneUnlessGiven() {
        run();
        assertThat(started.getFirst().root()).isEqualTo(Path.of("."));
        assertThat(out()).startsWith("⚙️  Preparing the project from: .\n");
    }

    @Test
    void shortFlagsAreThoseOfWws() {
        run(root.toString(), "-p", "81", "-l", "debug", "-i");
        assertThat(started.getFirst().network().port()).isEqualTo(81);
        assertThat(started.getFirst().logging().level()).isEqualTo(ServerConfig.LogLevel.DEBUG);
        assertThat(out()).contains("runtimes are not available");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-p81", "-p=81", "-p 81", "--port=81", "--port 81"})
    void valueMayStandInTheSameWord(String args) {
        run((root + " " + args).split(" "));
        assertThat(started.getFirst().network().port()).isEqualTo(81);
    }

    @Test
    void folderThatLooksLikeAFlagStandsAfterTwoDashes() {
        run("--", "-x");
        assertThat(err()).contains("Missing path in filesystem: -x");
    }

    @Test
    void flagsMayStandBeforeAndAfterTheFolderAndWithAnEqualsSign() {
        run(
                "--prefix=app",
                root.toString(),
                "--cors",
                "http://a",
                "--cors=http://b",
                "--ignore",
                "x/**");
        ServerConfig.Site site = started.getFirst().site();
        assertThat(site.prefix()).isEqualTo("app");
        assertThat(site.corsOrigins()).containsExactly("http://a", "http://b");
        assertThat(site.ignore()).hasSize(1);
    }

    @Test
    void lastOfTwoValuesCounts() {
        run(root.toString(), "--port", "1", "--port", "2");
        assertThat(started.getFirst().network().port()).isEqualTo(2);
    }

    @Test
    void everyOptionOfTheTableIsAFlag() {
        for (Option<?> option : (Iterable<Option<?>>) Options.all()::iterator) {
            List<String> args = new ArrayList<>(List.of(root.toString(), option.flag()));
            if (!option.type().isSwitch()) {
                args.add("[wrong,");
            }
            run(args.toArray(String[]::new));
            assertThat(err()).as(option.flag()).doesNotContain("unknown");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--prot 80 | wws: --prot: unknown (did you mean --port?)",
                "--timeuot=5s | wws: --timeuot: unknown (did you mean --timeout?)",
                "--frobnicate | wws: --frobnicate: unknown option (wws --help lists all)",
                "-x | wws: -x: unknown",
                "--port | wws: --port: no value (expected: a whole number from 0 to 65535)",
                "--git-tag | wws: --git-tag: no value (expected: NAME)",
                "--port --host x | wws: --port: no value (expected: a whole number",
                "-p | wws: --port: no value (expected: a whole number",
                "--strict=yes | wws: --strict: yes (expected: no value)",
                "a b | wws: b: one folder too many",
                "--port=99999 | wws: --port: 99999 (expected: a whole number from 0 to 65535)",
                "--port=abc | wws: --port: abc (expected: a whole number from 0 to 65535)",
                "--log-level=loud | wws: --log-level: loud (expected: off, error, warn, info, debug, trace)",
                "--ignore={a | wws: --ignore: {a (expected: a pattern",
                "--kv=mysql://x | wws: --kv: not shown (expected: memory:",
                ". chek | wws: chek: unknown (did you mean check?)",
                ". other | wws: other: one folder too many",
                "check --prot 80 | wws: --prot: unknown (did you mean --port?)",
            })
    void wrongUsageIsOneLineAndExitCode2(String args, String line) {
        assertThat(run(args.split(" "))).isEqualTo(2);
        assertThat(err()).startsWith(line);
        assertThat(err().lines()).hasSize(1);
        assertThat(started).isEmpty();
    }

    @Test
    void wrongVariableIsNamed() {
        environment.put("WWS_PORT", "many");
        assertThat(run(root.toString())).isEqualTo(2);
        assertThat(err())
                .isEqualTo("wws: WWS_PORT: many (expected: a whole number from 0 to 65535)\n");
    }

    @Test
    void missingFolderIsOneSentenceAndExitCode1() {
        assertThat(run(root.resolve("absent").toString())).isEqualTo(1);
        assertThat(err())
                .isEqualTo(
                        "❌ There was an error preparing the project: Missing path in filesystem: "
                                + root.resolve("absent")
                                + "\n");
    }

    @Test
    void fileInPlaceOfTheFolderIsOneSentenceAndExitCode1() throws IOException {
        Path file = Files.createFile(root.resolve("file"));
        assertThat(run(file.toString())).isEqualTo(1);
        assertThat(err()).endsWith("file is not a folder\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://github.com/x/y.git",
                "http://example.org/y.git --git-branch main",
                ". --git-commit 0",
                ". --git-tag v1",
                ". --git-folder sub",
            })
    void projectFromGitIsHonestlyRefused(String args) {
        assertThat(run(args.split(" "))).isEqualTo(1);
        assertThat(err()).contains("Git repositories are not available");
        assertThat(err().lines()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "runtimes",
                "runtimes list",
                "runtimes check",
                "runtimes install python latest",
                "runtimes uninstall ruby 3.2.0",
                "runtimes --repo-url http://x --repo-name y list",
                "runtimes list --repo-url http://x",
                "./project runtimes install",
            })
    void runtimesAreHonestlyRefused(String args) {
        assertThat(run(args.split(" "))).isEqualTo(1);
        assertThat(err())
                .isEqualTo("❌ Language runtimes other than WebAssembly are not available\n");
    }

    @Test
    void failedStartIsOneSentenceAndExitCode1() {
        assertThat(run(root.toString(), "--port", "1")).isEqualTo(1);
        assertThat(err()).isEqualTo("❌ port 1 is taken\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "version"})
    void versionNamesTheProgramTheJdkAndTheEngine(String arg) {
        assertThat(run(arg)).isZero();
        assertThat(out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).matches("wws [0-9]+\\.[0-9]+\\.[0-9]+.*"),
                        line -> assertThat(line).startsWith("JDK " + Runtime.version()),
                        line -> assertThat(line).matches("engine Endive [0-9.]+"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "-h",
                "check --help",
                "runtimes --help",
                "version -h",
                ". check -h"
            })
    void helpIsPlainText(String args) {
        assertThat(run(args.split(" "))).isZero();
        assertThat(out()).contains("Usage: wws").doesNotContain("\u001b").doesNotContain("<");
    }

    @Test
    void helpNamesEveryOptionWithItsDefault() {
        run("--help");
        Options.all()
                .forEach(option ->
                        assertThat(out())
                                .contains(option.flag())
                                .contains(option.type().isSwitch() ? "" : option.defaultText()));
    }

    @Test
    void checkPrintsWhatEachWorkerMayDoButNoSecret() throws IOException {
        environment.put("TOKEN", "hunter2");
        write("index.wasm");
        write("shop/[id].wasm");
        Files.createDirectory(root.resolve("data"));
        Files.writeString(
                root.resolve("index.toml"),
                """
                name = "front"
                version = "1"
                [vars]
                B = "$TOKEN"
                A = "x"
                [data.kv]
                namespace = "ns"
                [[folders]]
                from = "data"
                to = "/data"
                [features.http_requests]
                allowed_hosts = ["api.example"]
                [limits]
                timeout = "5s"
                """);
        assertThat(run("check", root.toString())).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        /
                          file: ROOT/index.wasm
                          name: front
                          vars: A, B
                          kv: ns (snapshot)
                          folder: ROOT/data as /data (read only)
                          hosts: api.example (DELETE, GET, PATCH, POST, PUT)
                          limits: timeout 5s, memory 256MiB, stdout 16MiB, stderr 64KiB, open_files 64, body 1MiB
                        /shop/[id]
                          file: ROOT/shop/[id].wasm
                          limits: timeout 30s, memory 256MiB, stdout 16MiB, stderr 64KiB, open_files 64, body 1MiB
                        ✅ 2 routes, 0 problems, 0 warnings
                        """
                                .replace("ROOT", root.toString()));
    }

    @Test
    void checkPrintsEveryProblemAndFails() throws IOException {
        write("a.wasm");
        write("b.wasm");
        Files.writeString(root.resolve("a.toml"), "version = 1\n[limits]\ntimeout = 'x'\n");
        Files.writeString(root.resolve("b.toml"), "version = '1'\nnmae = 'x'\n");
        assertThat(run("check", root.toString())).isEqualTo(1);
        assertThat(out())
                .contains("answers 500")
                .contains("❌ " + root.resolve("a.toml") + ":1:1: version: 1 (expected: ")
                .contains("❌ " + root.resolve("a.toml") + ":3:1: limits.timeout: \"x\"")
                .contains("⚠️  " + root.resolve("b.toml") + ":2:1: nmae: unknown key")
                .endsWith("❌ 2 routes, 2 problems, 1 warnings\n");
    }

    @Test
    void warningsFailACheckThatIsStrict() throws IOException {
        write("a.wasm");
        write("a/index.wasm");
        assertThat(run("check", root.toString())).isZero();
        assertThat(run("check", root.toString(), "--strict")).isEqualTo(1);
        assertThat(run("--strict", root.toString(), "check")).isEqualTo(1);
    }

    @Test
    void checkUsesTheSameSettingsAsServing() throws IOException {
        write("a.wasm");
        write("drafts/b.wasm");
        run(
                "--prefix",
                "app",
                root.toString(),
                "check",
                "--ignore",
                "drafts/**",
                "--timeout",
                "7s");
        assertThat(out()).contains("/app/a\n").contains("timeout 7s").contains("1 routes");
    }

    private record FakeStop(List<String> events) implements Serve.Stop {
        @Override
        public void awaitReady() {
            events.add("ready");
        }

        @Override
        public void awaitRequest(Runnable onHangUp) {
            events.add("asked to stop");
        }
    }

    private void write(String file) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.write(root.resolve(file), new byte[8]);
    }

    private int run(String... args) {
        Terminal terminal = new Terminal(InputStream.nullInputStream(), stream(out), stream(err));
        Serve serve = new Serve(terminal, environment, this::start, () -> new FakeStop(events));
        return new Wws(terminal, environment, serve).run(args);
    }

    private Serve.Running start(ServerConfig config, StartListener progress) throws StartException {
        if (config.network().port() == 1) {
            throw new StartException("port 1 is taken");
        }
        started.add(config);
        progress.routesLoading(config.root());
        progress.workersLoading(2);
        progress.workersLoaded(Duration.ofNanos(108_828_250));
        progress.route("/", config.root().resolve("index.wasm"));
        progress.route("/[id]", config.root().resolve("[id].wasm"));
        progress.serving(InetSocketAddress.createUnresolved(config.network().host(), 7777));
        return grace -> events.add("shutdown " + grace);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
