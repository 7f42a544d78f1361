// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.kv.Stores;
import dev.zephyr.spi.Commit;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyValueTest {

    private static final String LINE = "{\"namespace\":\"%s\",\"key\":\"%s\",\"value\":\"%s\"}\n";

    @TempDir Path root;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private byte[] in = {};

    @Test
    void valueThatIsSetIsInTheFoldersOwnStore() {
        assertThat(run("kv", "set", "k", "v", "--namespace", "n", root.toString())).isZero();
        assertThat(root.resolve(".wws/kv/kv.db")).isRegularFile();
        assertThat(run("kv", "get", "k", root.toString(), "--namespace=n")).isZero();
        assertThat(out()).isEqualTo("v\n");
        assertThat(err()).isEmpty();
    }

    @Test
    void folderMayStandBeforeTheCommand() {
        assertThat(run(root.toString(), "kv", "set", "k", "v", "--namespace", "n")).isZero();
        assertThat(run(root.toString(), "kv", "list")).isZero();
        assertThat(out()).isEqualTo("n\n");
    }

    @Test
    void variableAndFlagNameAnotherStoreAndTheFlagWins() {
        environment.put("WWS_KV", "file:" + root.resolve("a"));
        String flag = "file:" + root.resolve("b");
        run("kv", "set", "k", "1", "--namespace", "n");
        run("kv", "set", "k", "2", "--namespace", "n", "--kv", flag);
        run("kv", "get", "k", "--namespace", "n");
        run("kv", "get", "k", "--namespace", "n", "--kv", flag);
        assertThat(out()).isEqualTo("1\n2\n");
    }

    @Test
    void keyAndValueMayLookLikeFlagsAndCommandsAndBeEmpty() {
        run(root.toString(), "kv", "--namespace", "n", "set", "--", "--port", "-5");
        run(root.toString(), "kv", "set", "check", "", "--namespace", "n");
        run(root.toString(), "kv", "set", "", "x", "--namespace", "n");
        run(root.toString(), "kv", "list", "--namespace", "n");
        assertThat(out()).isEqualTo("\"\"\n--port\ncheck\n");
        assertThat(err()).isEmpty();
    }

    @Test
    void deletedKeyIsGoneAndDeletingItAgainSaysSo() {
        run(root.toString(), "kv", "set", "k", "v", "--namespace", "n");
        assertThat(run(root.toString(), "kv", "delete", "k", "--namespace", "n")).isZero();
        assertThat(run(root.toString(), "kv", "delete", "k", "--namespace", "n")).isEqualTo(1);
        assertThat(run(root.toString(), "kv", "get", "k", "--namespace", "n")).isEqualTo(1);
        assertThat(err()).isEqualTo("❌ no key k in namespace n\n".repeat(2));
        assertThat(out()).isEmpty();
    }

    @Test
    void exportOfOneStoreIsTheImportOfAnother() {
        String lines =
                LINE.formatted("", "", "")
                        + LINE.formatted("a\\n\\u0000", "\\ud800", "\\udc00\\ud800 ä 😀 \\\\ \\\"")
                        + LINE.formatted("b", "k", "x".repeat(1 << 20))
                        + LINE.formatted("b", "l", "\\t\\u001b");
        in = lines.getBytes(UTF_8);
        assertThat(run(root.toString(), "kv", "import")).isZero();
        assertThat(err()).isEqualTo("4 entries imported\n");
        assertThat(run(root.toString(), "kv", "export")).isZero();
        assertThat(out()).isEqualTo(lines);

        in = out.toByteArray();
        String other = "file:" + root.resolve("other") + "?sync=off";
        assertThat(run("kv", "import", "--kv", other)).isZero();
        out.reset();
        assertThat(run("kv", "export", "--kv", other)).isZero();
        assertThat(out()).isEqualTo(lines);
    }

    @Test
    void importOfManyEntriesKeepsWhatItDoesNotName() {
        run(root.toString(), "kv", "set", "kept", "1", "--namespace", "n");
        run(root.toString(), "kv", "set", "k7", "old", "--namespace", "n");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 2500; i++) {
            lines.append(LINE.formatted("n", "k" + i, i));
        }
        in = lines.toString().getBytes(UTF_8);
        assertThat(run(root.toString(), "kv", "import")).isZero();
        run(root.toString(), "kv", "get", "kept", "--namespace", "n");
        run(root.toString(), "kv", "get", "k7", "--namespace", "n");
        run(root.toString(), "kv", "get", "k2499", "--namespace", "n");
        assertThat(out()).isEqualTo("1\n7\n2499\n");
    }

    @Test
    void namespaceNarrowsExportAndImport() {
        in = (LINE.formatted("a", "k", 1) + LINE.formatted("b", "k", 2)).getBytes(UTF_8);
        run(root.toString(), "kv", "import", "--namespace", "b");
        run(root.toString(), "kv", "list");
        assertThat(out()).isEqualTo("b\n");
        run(root.toString(), "kv", "import");
        out.reset();
        run(root.toString(), "kv", "export", "--namespace", "a");
        assertThat(out()).isEqualTo(LINE.formatted("a", "k", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "nonsense", "{\"namespace\":\"n\",\"key\":\"k\"}"})
    void wrongLineIsNamedAndWhatIsBeforeItStays(String line) {
        in =
                (LINE.formatted("n", "k", 1) + "\n" + line + "\n" + LINE.formatted("n", "l", 2))
                        .getBytes(UTF_8);
        assertThat(run(root.toString(), "kv", "import")).isEqualTo(1);
        assertThat(err())
                .startsWith("❌ line 3, column ")
                .endsWith(
                        " (expected: {\"namespace\":\"…\",\"key\":\"…\",\"value\":\"…\"});"
                                + " 1 entries imported\n");
        run(root.toString(), "kv", "list", "--namespace", "n");
        assertThat(out()).isEqualTo("k\n");
    }

    @Test
    void importThatIsNotUtf8IsRefusedNotReplaced() {
        in = new byte[] {'{', (byte) 0xff, '}', '\n'};
        assertThat(run(root.toString(), "kv", "import")).isEqualTo(1);
        assertThat(err()).isEqualTo("❌ line 1: not UTF-8; 0 entries imported\n");
    }

    @Test
    void endlessLineIsRefused() {
        in = new byte[(16 << 20) + 1];
        assertThat(run(root.toString(), "kv", "import")).isEqualTo(1);
        assertThat(err()).startsWith("❌ line 1: too long (expected: <= 16777216 characters)");
    }

    @Test
    void valueBeyondTheLimitIsRefusedInOneSentence() {
        String value = "x".repeat((1 << 20) + 1);
        assertThat(run(root.toString(), "kv", "set", "k", value, "--namespace", "n")).isEqualTo(1);
        assertThat(err()).isEqualTo("❌ value: 1048577 bytes (expected: <= 1048576)\n");
    }

    @Test
    void statsCountKeysAndBytesOfUtf8() {
        in = (LINE.formatted("a", "kä", "😀") + LINE.formatted("b", "", "")).getBytes(UTF_8);
        run(root.toString(), "kv", "import");
        assertThat(run(root.toString(), "kv", "stats")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                              keys          bytes  namespace
                                 1              7  a
                                 1              0  b
                                 2              7  (all)
                        """);
    }

    @Test
    void textThatCouldSteerATerminalIsListedAsJson() {
        in = LINE.formatted("n\\n", "\\u001b[2J", "").getBytes(UTF_8);
        run(root.toString(), "kv", "import");
        run(root.toString(), "kv", "list");
        run(root.toString(), "kv", "list", "--namespace", "n\n");
        assertThat(out()).isEqualTo("\"n\\n\"\n\"\\u001b[2J\"\n");
    }

    @Test
    void valueThatNoTextCanShowIsNotShownWrongly() {
        in = LINE.formatted("n", "k", "\\ud800").getBytes(UTF_8);
        run(root.toString(), "kv", "import");
        err.reset();
        assertThat(run(root.toString(), "kv", "get", "k", "--namespace", "n")).isEqualTo(1);
        assertThat(out()).isEmpty();
        assertThat(err()).contains("lone surrogate").contains("wws kv export");
    }

    @Test
    void storeThatAServerHoldsIsReadButNotWritten() {
        try (KeyValueStore held = open("file:" + root.resolve(".wws/kv"))) {
            put(held, "n", "k", "v");
            assertThat(run(root.toString(), "kv", "get", "k", "--namespace", "n")).isZero();
            assertThat(run(root.toString(), "kv", "export")).isZero();
            assertThat(out()).isEqualTo("v\n" + LINE.formatted("n", "k", "v"));
            in = LINE.formatted("n", "k", "w").getBytes(UTF_8);
            for (String[] write : new String[][] {{"set", "k", "w"}, {"delete", "k"}, {"import"}}) {
                err.reset();
                String[] args = new String[write.length + 4];
                System.arraycopy(write, 0, args, 4, write.length);
                System.arraycopy(
                        new String[] {"kv", "--namespace", "n", "--kv=file:" + held(root)},
                        0,
                        args,
                        0,
                        4);
                assertThat(run(args)).isEqualTo(1);
                assertThat(err().lines()).hasSize(1);
                assertThat(err())
                        .startsWith("❌ store: file:" + held(root) + " is in use by process ")
                        .contains(" " + ProcessHandle.current().pid() + ":");
            }
            assertThat(held.snapshot("n").entries()).containsExactly(Map.entry("k", "v"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kv list | ❌ store: ROOT/.wws/kv/kv.db does not exist",
                "kv list --kv memory: | ❌ memory: what it holds is in the server's process only",
                "kv set k v --namespace n --kv memory: | ❌ memory: what it holds",
                "kv list ROOT/absent | ❌ Missing path in filesystem: ROOT/absent",
                "kv set k v --namespace n --kv file:ROOT/x?mode=ro | ❌ store: ROOT/x/kv.db does not exist",
                "kv list --kv file:ROOT/x?sink=off | ❌ store file:ROOT/x?sink=off&mode=ro: parameter sink (expected",
            })
    void whatCantBeDoneIsOneSentenceAndExitCode1(String args, String line) {
        String[] words = args.replace("ROOT", root.toString()).split(" ");
        boolean isSomewhere = args.contains("ROOT") || args.contains("memory:");
        environment.put("WWS_KV", isSomewhere ? "" : "file:" + root.resolve(".wws/kv"));
        assertThat(run(words)).isEqualTo(1);
        assertThat(err()).startsWith(line.replace("ROOT", root.toString()));
        assertThat(err().lines()).hasSize(1);
        assertThat(out()).isEmpty();
    }

    @Test
    void damagedDatabaseIsOneSentenceWithoutAStackTrace() throws IOException {
        Files.createDirectories(root.resolve(".wws/kv"));
        Files.writeString(
                root.resolve(".wws/kv/kv.db"), "not a database, but long enough".repeat(99));
        for (String verb : new String[] {"export", "import"}) {
            err.reset();
            in = LINE.formatted("n", "k", "v").getBytes(UTF_8);
            assertThat(run(root.toString(), "kv", verb)).isEqualTo(1);
            assertThat(err()).startsWith("❌ ").contains("kv.db can't be ");
            assertThat(err().lines()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kv | wws: kv: no verb (expected: list, get, set, delete, export, import, stats)",
                "kv lst | wws: kv lst: unknown (did you mean list?)",
                "kv frobnicate | wws: kv frobnicate: unknown (expected: list, get,",
                "kv get k | wws: kv get: no namespace (expected: --namespace N)",
                "kv get --namespace n | wws: kv get: no KEY",
                "kv set k --namespace n | wws: kv set: no VALUE",
                "kv list a b | wws: kv list: b: one word too many",
                "a kv list b | wws: kv list: b: one word too many",
                "kv list --namespace | wws: --namespace: no value (expected: a name)",
                "kv list --kv mysql://u:secret@h/d | wws: --kv: not shown",
                "--namespace n | wws: --namespace: only wws kv has it",
                "check --namespace n | wws: --namespace: only wws kv has it",
            })
    void wrongUsageIsOneLineAndExitCode2(String args, String line) {
        assertThat(run(args.split(" "))).isEqualTo(2);
        assertThat(err()).startsWith(line).doesNotContain("secret");
        assertThat(err().lines()).hasSize(1);
    }

    @Test
    void helpNamesEveryVerb() {
        assertThat(run("kv", "--help")).isZero();
        assertThat(out())
                .contains("list", "get KEY", "set KEY VALUE", "delete KEY", "export", "import")
                .contains("stats", "--namespace N", "--kv URL");
    }

    @Test
    void exportIntoAFullDiskFails() {
        run(root.toString(), "kv", "set", "k", "v", "--namespace", "n");
        OutputStream full =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("no space left on device");
                    }
                };
        assertThat(run(full, root.toString(), "kv", "export")).isEqualTo(1);
        assertThat(err()).isEqualTo("❌ standard output: not everything could be written\n");
    }

    private static Path held(Path root) {
        return root.resolve(".wws/kv");
    }

    private static KeyValueStore open(String url) {
        return Stores.open(StoreUrl.parse(url), StoreOptions.defaults());
    }

    private static void put(KeyValueStore store, String namespace, String key, String value) {
        Commit commit =
                new Commit(
                        store.snapshot(namespace),
                        Map.of(key, value),
                        Set.of(),
                        Commit.Isolation.SNAPSHOT,
                        Optional.empty());
        assertThat(store.commit(commit))
                .isInstanceOfSatisfying(
                        CommitResult.Committed.class,
                        committed -> committed.durable().toCompletableFuture().join());
    }

    private int run(String... args) {
        return run(out, args);
    }

    private int run(OutputStream to, String... args) {
        Terminal terminal =
                new Terminal(
                        new ByteArrayInputStream(in),
                        new PrintStream(to, true, UTF_8),
                        new PrintStream(err, true, UTF_8));
        Serve serve =
                new Serve(
                        terminal,
                        environment,
                        (_, _) -> {
                            throw new AssertionError("nothing is served");
                        },
                        () -> {
                            throw new AssertionError("nothing is served");
                        });
        return new Wws(terminal, environment, serve).run(args);
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }
}
