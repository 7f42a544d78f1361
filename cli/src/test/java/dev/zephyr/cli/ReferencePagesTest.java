// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Options;
import dev.zephyr.server.config.Problem;
import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.ServerConfigReader;
import dev.zephyr.server.config.ServerConfigReading;
import dev.zephyr.server.config.WorkerConfigReader;
import dev.zephyr.server.config.WorkerConfigReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pages in {@code docs/reference} say what the code does. Run with {@code
 * -Dreference.write=true} to write the generated parts anew.
 */
class ReferencePagesTest {

    private static final Path PAGES = Path.of("..", "docs", "reference");

    @TempDir Path root;

    @Test
    void pageOfTheCommandIsThatOfTheTables() throws IOException {
        StringBuilder options = new StringBuilder();
        for (Options.Group group : Options.GROUPS) {
            options.append("### ").append(group.title()).append("\n\n");
            options.append(
                    "| flag | variable | key | default | meaning |\n|---|---|---|---|---|\n");
            group.options().forEach(option -> options.append(row(option)));
            options.append('\n');
        }
        StringBuilder commands = new StringBuilder("| command | what it does |\n|---|---|\n");
        for (Command command : Command.values()) {
            commands.append("| `wws %s` | %s |\n".formatted(command.synopsis, command.meaning));
        }
        assertGenerated("cli.md", "options", options.toString());
        assertGenerated("cli.md", "commands", commands.toString());
    }

    @Test
    void pageOfTheFilesNamesEveryKeyOfTheTable() throws IOException {
        StringBuilder keys = new StringBuilder("```toml\n");
        String section = "";
        List<Option<?>> sorted =
                Options.all()
                        .sorted((a, b) -> section(b.key()).compareTo(section(a.key())))
                        .toList();
        for (Option<?> option : sorted) {
            if (!section.equals(section(option.key()))) {
                keys.append(section.isEmpty() ? "" : "\n");
                section = section(option.key());
                keys.append('[').append(section).append("]\n");
            }
            String key = option.key().substring(section.length() + 1);
            String line = key + " = " + toml(option);
            keys.append("%-32s # %s\n".formatted(line, option.meaning()));
        }
        assertGenerated("configuration.md", "keys", keys.append("```\n").toString());
    }

    @Test
    void exampleOfAWorkersFileIsAccepted() throws IOException {
        Files.createDirectory(root.resolve("data"));
        Files.writeString(root.resolve("w.toml"), example("version = \"1\" "));
        WorkerConfigReading reading = reader().read(root.resolve("w.wasm"));
        assertThat(reading).isInstanceOf(WorkerConfigReading.Read.class);
        assertThat(((WorkerConfigReading.Read) reading).warnings())
                .singleElement()
                .extracting(Problem::key)
                .isEqualTo("features.wasi_nn");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[files]", "[server]"})
    void examplesOfTheProjectsFileAreAccepted(String start) throws IOException {
        Files.writeString(root.resolve(".wws.toml"), example(start));
        ServerConfigReading reading = new ServerConfigReader(Map.of()).read(root, Map.of());
        assertThat(reading).isInstanceOf(ServerConfigReading.Read.class);
        assertThat(((ServerConfigReading.Read) reading).warnings()).isEmpty();
    }

    /** A key that does not exist makes the reader say which do. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[data]",
                "[data.kv]\nnamespace = 'x'",
                "[[folders]]\nto = '/x'",
                "[features]",
                "[features.http_requests]",
                "[limits]"
            })
    void everyKeyOfAWorkersFileIsInTheExample(String section) throws IOException {
        String example = example("version = \"1\" ");
        String unknown = "zzzzzzzzzzzzzz = 1\n";
        Files.writeString(root.resolve("w.toml"), "version = '1'\n" + section + "\n" + unknown);
        WorkerConfigReading reading = reader().read(root.resolve("w.wasm"));
        List<Problem> warnings = ((WorkerConfigReading.Read) reading).warnings();
        assertThat(warnings).hasSize(1);
        for (String key : warnings.getFirst().expected().split(", ", -1)) {
            assertThat(example)
                    .containsPattern("(?m)^(\\[+[a-z_.]*)?" + Pattern.quote(key) + "\\b");
        }
    }

    private WorkerConfigReader reader() {
        return new WorkerConfigReader(RunLimits.DEFAULT, Map.of("SHOP_TOKEN", "x"));
    }

    private static String section(String key) {
        return key.substring(0, key.indexOf('.'));
    }

    private static String row(Option<?> option) {
        String letter = option.letter().isEmpty() ? "" : "-" + option.letter() + ", ";
        String value = option.type().isSwitch() ? "" : " " + option.type().placeholder();
        String meaning = option.meaning() + (option.type().repeatable() ? " Repeatable." : "");
        String defaultText = option.defaultText().isEmpty() ? "" : "`" + option.defaultText() + "`";
        return "| `%s%s%s` | `%s` | `%s` | %s | %s Value: %s. |\n"
                .formatted(
                        letter,
                        option.flag(),
                        value,
                        option.variable(),
                        option.key(),
                        defaultText,
                        meaning,
                        option.type().expected());
    }

    private static String toml(Option<?> option) {
        if (option.type().repeatable()) {
            return "[]";
        }
        boolean bare = option.defaultText().matches("[0-9]+|true|false");
        return bare ? option.defaultText() : '"' + option.defaultText() + '"';
    }

    private static String example(String start) throws IOException {
        String page = Files.readString(PAGES.resolve("configuration.md"));
        Matcher block =
                Pattern.compile("(?s)```toml\n(" + Pattern.quote(start) + ".*?)```").matcher(page);
        assertThat(block.find()).as("an example that starts with " + start).isTrue();
        return block.group(1);
    }

    private static void assertGenerated(String page, String name, String text) throws IOException {
        Path file = PAGES.resolve(page);
        String before = Files.readString(file);
        String start = "<!-- generated: " + name + " -->\n";
        int from = before.indexOf(start) + start.length();
        int to = before.indexOf("<!-- end -->", from);
        String after = before.substring(0, from) + text + before.substring(to);
        if (Boolean.getBoolean("reference.write")) {
            Files.writeString(file, after);
        } else {
            assertThat(before).isEqualTo(after);
        }
    }
}
