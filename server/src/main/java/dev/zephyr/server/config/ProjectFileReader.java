// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import dev.zephyr.server.config.ProjectFile.Setting;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code .wws.toml} at the root of a project. Thread-safe. */
final class ProjectFileReader {

    private ProjectFileReader() {}

    static ProjectFile read(Path root) {
        Path file = root.resolve(ProjectFile.NAME);
        Findings findings = new Findings(file);
        return switch (TomlFile.read(file, findings)) {
            case TomlFile.Outcome.Absent _ -> new ProjectFile.Absent();
            case TomlFile.Outcome.Unreadable _ -> new ProjectFile.Ignored(findings.problems());
            case TomlFile.Outcome.Parsed(var toml) -> read(toml, findings);
        };
    }

    private static ProjectFile read(TomlSection toml, Findings findings) {
        List<String> runtimes = RepositoriesReader.runtimes(toml);
        if (!findings.problems().isEmpty()) {
            return new ProjectFile.Ignored(findings.problems());
        }
        Map<String, Setting> settings = new HashMap<>();
        readSettings("server", toml.section("server"), settings);
        readSettings("limits", toml.section("limits"), settings);
        TomlSection files = toml.section("files");
        FileSettings fileSettings =
                files == null ? FileSettings.DEFAULT : FileSettingsReader.read(files);
        toml.warnOfUnknownKeys();
        return findings.problems().isEmpty()
                ? new ProjectFile.Read(settings, fileSettings, runtimes, findings.warnings())
                : new ProjectFile.Broken(findings.problems());
    }

    /** Texts only: an option knows itself what they must be. */
    private static void readSettings(
            String name, @Nullable TomlSection section, Map<String, Setting> settings) {
        if (section == null) {
            return;
        }
        String start = name + ".";
        Options.all()
                .map(Option::key)
                .filter(key -> key.startsWith(start))
                .forEach(key -> readSetting(section, key.substring(start.length()), settings));
        section.warnOfUnknownKeys();
    }

    private static void readSetting(
            TomlSection section, String key, Map<String, Setting> settings) {
        Object value = section.value(key);
        List<String> texts =
                switch (value) {
                    case null -> null;
                    case String text -> List.of(text);
                    case Long number -> List.of(number.toString());
                    case Boolean truth -> List.of(truth.toString());
                    default -> section.strings(key);
                };
        if (texts != null) {
            settings.put(section.path(key), new Setting(section.place(key), texts));
        }
    }
}
