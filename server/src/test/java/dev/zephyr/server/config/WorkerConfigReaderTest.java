// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.WorkerConfig.Folder;
import dev.zephyr.server.config.WorkerConfig.KeyValue;
import dev.zephyr.server.config.WorkerConfig.OutboundHttp;
import dev.zephyr.spi.Commit.Isolation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerConfigReaderTest {

    private static final String VERSION = "version = \"1\"\n";

    @TempDir Path directory;

    @Test
    void workerWithoutFileHasTheDefaults() {
        assertThat(reader().read(worker()))
                .isEqualTo(
                        new WorkerConfigReading.Read(
                                WorkerConfig.withoutFile(RunLimits.DEFAULT), List.of()));
    }

    @Test
    void fileLiesBesideTheWorkerAndIsNamedAlike() {
        assertThat(WorkerConfigReader.fileOf(Path.of("x", "[id].wasm")))
                .isEqualTo(Path.of("x", "[id].toml"));
        assertThat(WorkerConfigReader.fileOf(Path.of("a.b.wasm"))).isEqualTo(Path.of("a.b.toml"));
        assertThat(WorkerConfigReader.fileOf(Path.of(".wasm"))).isEqualTo(Path.of(".wasm.toml"));
    }

    @Test
    void everyKeyIsRead() throws IOException {
        Files.createDirectories(directory.resolve("data/in"));
        String toml =
                """
                name = "full"
                version = "1"
                [data.kv]
                namespace = "ns"
                isolation = "serializable"
                ttl = "2h"
                [[folders]]
                from = "./data"
                to = "/data"
                [[folders]]
                from = 'data\\in'
                to = "in"
                readonly = false
                [vars]
                PLAIN = "text"
                "odd.name" = "x"
                HOME_OF = "$HOME_VALUE"
                [features.http_requests]
                allowed_hosts = ["API.example", "*.example:8080"]
                allowed_methods = ["get", "HEAD"]
                allow_http = true
                [limits]
                timeout = "500ms"
                memory = "64MiB"
                stdout = "1MiB"
                stderr = 0
                open_files = 7
                body = "2MB"
                """;
        assertThat(read(toml))
                .isEqualTo(
                        new WorkerConfig(
                                "full",
                                "1",
                                Optional.of(
                                        new KeyValue(
                                                "ns",
                                                Isolation.SERIALIZABLE,
                                                Optional.of(Duration.ofHours(2)))),
                                List.of(
                                        new Folder(directory.resolve("data"), "/data", false),
                                        new Folder(directory.resolve("data/in"), "in", true)),
                                Map.of("PLAIN", "text", "odd.name", "x", "HOME_OF", "/home/z"),
                                new OutboundHttp(
                                        List.of("api.example", "*.example:8080"),
                                        Set.of("GET", "HEAD"),
                                        true),
                                new RunLimits(
                                        Duration.ofMillis(500),
                                        64 << 20,
                                        1 << 20,
                                        0,
                                        7,
                                        2_000_000)));
    }

    @Test
    void keysThatAreLeftOutHaveTheirDefaults() throws IOException {
        WorkerConfig config =
                read(
                        VERSION
                                + """
                                [data.kv]
                                namespace = ""
                                [[folders]]
                                to = "/here"
                                [features.http_requests]
                                [limits]
                                timeout = "1s"
                                """);
        assertThat(config.name()).isEmpty();
        assertThat(config.keyValue())
                .contains(new KeyValue("", Isolation.SNAPSHOT, Optional.empty()));
        assertThat(config.folders()).containsExactly(new Folder(directory, "/here", false));
        assertThat(config.http()).isEqualTo(OutboundHttp.NONE);
        assertThat(config.limits().timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.limits().memoryBytesMax()).isEqualTo(RunLimits.DEFAULT.memoryBytesMax());
    }

    @Test
    void absoluteFoldersAndFoldersAboveTheWorkersOwnAreAllowed() throws IOException {
        String above = "[[folders]]\nfrom = '..'\nto = '/up'\n";
        String absolute = "[[folders]]\nfrom = '" + directory + "'\nto = '/abs'\n";
        assertThat(read(VERSION + above + absolute).folders())
                .extracting(Folder::from)
                .containsExactly(directory.getParent(), directory);
    }

    /** Each is followed by what the message says after the file. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "name = 'x' | version: missing (expected: a string such as \"1\")",
                "version = 1 | :1:1: version: 1 (expected: a string such as \"1\")",
                "V;name = 5 | :2:1: name: 5 (expected: a string)",
                "V;data = 1 | :2:1: data: 1 (expected: a table)",
                "V;[data];kv = 'x' | :3:1: data.kv: \"x\" (expected: a table)",
                "V;[data.kv] | data.kv.namespace: missing (expected: a string)",
                "V;[data.kv];namespace = 3 | :3:1: data.kv.namespace: 3 (expected: a string)",
                "V;[data.kv];namespace = 'x';isolation = 'none' | :4:1: data.kv.isolation: \"none\" (expected: \"snapshot\" or \"serializable\")",
                "V;[data.kv];namespace = 'x';ttl = 5 | :4:1: data.kv.ttl: 5 (expected: a time span",
                "V;[data.kv];namespace = 'x';ttl = '5ms' | :4:1: data.kv.ttl: \"5ms\" (expected: a time span from \"1s\"",
                "V;folders = 'x' | :2:1: folders: \"x\" (expected: tables, each headed [[folders]])",
                "V;[folders];to = 'x' | :2:1: folders: a table (expected: tables, each headed [[folders]])",
                "V;folders = ['x'] | :2:12: folders[0]: \"x\" (expected: a table)",
                "V;[[folders]];from = '.' | folders[0].to: missing",
                "V;[[folders]];to = '' | folders[0].to: missing",
                "V;[[folders]];to = 7 | :3:1: folders[0].to: 7",
                "V;[[folders]];to = '/a';[[folders]];to = '/b';readonly = 'yes' | :6:1: folders[1].readonly: \"yes\" (expected: true or false)",
                "V;[[folders]];to = '/a';from = 5 | :4:1: folders[0].from: 5",
                "V;[vars];A = 5 | :3:1: vars.A: not a string (expected: a string in quotes)",
                "V;vars = ['A'] | :2:1: vars: a list (expected: a table)",
                "V;[features];http_requests = true | :3:1: features.http_requests: true (expected: a table)",
                "V;[features.http_requests];allowed_hosts = 'x' | :3:1: features.http_requests.allowed_hosts: \"x\" (expected: a list of strings)",
                "V;[features.http_requests];allowed_hosts = ['x', 1] | :3:23: features.http_requests.allowed_hosts[1]: 1 (expected: a string)",
                "V;[features.http_requests];allowed_methods = 1 | :3:1: features.http_requests.allowed_methods: 1 (expected: a list of strings)",
                "V;[features.http_requests];allow_http = 'yes' | :3:1: features.http_requests.allow_http: \"yes\" (expected: true or false)",
                "V;[features.wasi_nn];allowed_backends = ['gpu'] | :3:1: features.wasi_nn.allowed_backends: [gpu] (expected: \"openvino\" or \"none\")",
                "V;[[features.wasi_nn.preload_models]];backend = 'gpu' | :3:1: features.wasi_nn.preload_models[0].backend: \"gpu\"",
                "V;[[features.wasi_nn.preload_models]];provider = { type = 'web' } | features.wasi_nn.preload_models[0].provider.type: \"web\" (expected: \"local\")",
                "V;[limits];timeout = 5 | :3:1: limits.timeout: 5 (expected: a time span from \"1ms\" to \"1d\")",
                "V;[limits];timeout = '0s' | limits.timeout: \"0s\"",
                "V;[limits];timeout = '2d' | limits.timeout: \"2d\"",
                "V;[limits];timeout = 'soon' | limits.timeout: \"soon\"",
                "V;[limits];memory = 5 | limits.memory: 5 (expected: a size from \"64KiB\" to \"2047MiB\")",
                "V;[limits];memory = '4GiB' | limits.memory: \"4GiB\"",
                "V;[limits];memory = 1.5 | limits.memory: 1.5",
                "V;[limits];stdout = -1 | limits.stdout: -1",
                "V;[limits];stderr = 'x' | limits.stderr: \"x\"",
                "V;[limits];open_files = '7' | limits.open_files: \"7\" (expected: a whole number from 0 to 4096)",
                "V;[limits];open_files = 5000 | limits.open_files: 5000",
                "V;[limits];body = '1TiB' | limits.body: \"1TiB\"",
                "version = | :1:10: Unexpected end of ",
                "V;name = 'a';name = 'b' | :3:1: name previously defined at line 2, column 1",
                "V;[a;b = 1 | :2:3: Unexpected",
            })
    void wrongValueIsNamedWithItsPlaceAndWhatWasExpected(String lines, String message)
            throws IOException {
        String toml = (lines + "\n").replaceFirst("^V;", "version = '1';").replace(';', '\n');
        assertThat(problems(toml)).singleElement().asString().contains("w.toml").contains(message);
    }

    @Test
    void allProblemsAreReportedAtOnce() throws IOException {
        assertThat(problems("version = 1\nname = 2\n[limits]\ntimeout = 'x'\nbody = 'y'\n"))
                .hasSize(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nmae = 'x' | :2:1: nmae: unknown key, ignored (expected: name)",
                "[data];vk = 1 | :3:1: data.vk: unknown key, ignored (expected: kv)",
                "[data.kv];namespace = 'x';namespaces = 'y' | data.kv.namespaces: unknown key, ignored (expected: namespace)",
                "[limits];time_out = '5s' | limits.time_out: unknown key, ignored (expected: timeout)",
                "[[folders]];to = '/x';read_only = true | folders[0].read_only: unknown key, ignored (expected: readonly)",
                "[features.http_request] | features.http_request: unknown key, ignored (expected: http_requests)",
                "[features.wasi_nn] | features.wasi_nn: neural networks are not available",
                "whatever = 'x' | whatever: unknown key, ignored (expected: version, name, data, folders, vars, features, limits)",
                "[vars];A = '$UNSET' | :3:1: vars.A: $UNSET is not set",
                "[[folders]];from = 'absent';to = '/x' | :3:1: folders[0].from: \"absent\" (expected: an existing folder)",
            })
    void doubtfulValueIsAcceptedWithAWarning(String lines, String message) throws IOException {
        String toml = VERSION + lines.replace(';', '\n') + "\n";
        assertThat(warnings(toml)).singleElement().asString().contains("w.toml").contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "$HOME_VALUE, /home/z",
                "$EMPTY, ``",
                "$UNSET, ``",
                "$, ``",
                "$HOME_VALUE is home, $HOME_VALUE is home",
                "x$HOME_VALUE, x$HOME_VALUE",
                "${HOME_VALUE}, ``",
                "$$HOME_VALUE, $HOME_VALUE",
                "$$, $",
                "$$$, $$",
                "$5 off, $5 off",
                "$$5 off, $$5 off",
            })
    void dollarNamesAVariableOfTheServer(String written, String value) throws IOException {
        assertThat(read(VERSION + "[vars]\nA = '" + written + "'\n").vars())
                .isEqualTo(Map.of("A", value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$HOME_VALUE", "$EMPTY", "$$", "$5 off", "text"})
    void settledValuesWarnOfNothing(String written) throws IOException {
        assertThat(warnings(VERSION + "[vars]\nA = '" + written + "'\n")).isEmpty();
    }

    @Test
    void secretOfTheWrongTypeIsNotShown() throws IOException {
        assertThat(problems(VERSION + "[vars]\nPASSWORD = 12345\n"))
                .singleElement()
                .asString()
                .doesNotContain("12345");
    }

    @Test
    void fileThatIsNoTextIsRefused() throws IOException {
        Files.write(toml(), new byte[] {'a', '=', (byte) 0xff});
        assertThat(problems()).singleElement().asString().contains("not UTF-8");
    }

    @Test
    void byteOrderMarkIsNoProblem() throws IOException {
        assertThat(read("\uFEFF" + VERSION).version()).isEqualTo("1");
    }

    @Test
    void folderInPlaceOfTheFileIsRefused() throws IOException {
        Files.createDirectory(toml());
        assertThat(problems()).singleElement().asString().contains("can't be read");
    }

    @Test
    void fileBeyondTheLimitIsRefused() throws IOException {
        assertThat(problems(VERSION + "#".repeat(TomlFile.BYTES_MAX)))
                .singleElement()
                .asString()
                .contains("too large (expected: at most 1MiB)");
    }

    @Test
    void deepNestingIsRefusedAndDoesNotEndTheServer() throws IOException {
        assertThat(problems(VERSION + "a = " + "[".repeat(100_000))).isNotEmpty();
    }

    private WorkerConfigReader reader() {
        return new WorkerConfigReader(
                RunLimits.DEFAULT, Map.of("HOME_VALUE", "/home/z", "EMPTY", ""));
    }

    private Path worker() {
        return directory.resolve("w.wasm");
    }

    private Path toml() {
        return directory.resolve("w.toml");
    }

    private WorkerConfigReading reading(String toml) throws IOException {
        Files.writeString(toml(), toml, StandardCharsets.UTF_8);
        return reader().read(worker());
    }

    private WorkerConfig read(String toml) throws IOException {
        return ((WorkerConfigReading.Read) reading(toml)).config();
    }

    private List<Problem> warnings(String toml) throws IOException {
        return ((WorkerConfigReading.Read) reading(toml)).warnings();
    }

    private List<Problem> problems(String toml) throws IOException {
        return ((WorkerConfigReading.Broken) reading(toml)).problems();
    }

    private List<Problem> problems() {
        return ((WorkerConfigReading.Broken) reader().read(worker())).problems();
    }
}
