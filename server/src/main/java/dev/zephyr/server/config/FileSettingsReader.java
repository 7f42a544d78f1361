// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import dev.zephyr.server.config.FileSettings.Cache;
import dev.zephyr.server.config.FileSettings.CacheRule;
import dev.zephyr.server.config.FileSettings.Compression;
import dev.zephyr.server.config.FileSettings.HeaderRule;
import dev.zephyr.server.config.FileSettings.Layout;
import dev.zephyr.server.config.FileSettings.Redirect;
import dev.zephyr.server.config.FileSettings.Rewrite;
import dev.zephyr.server.config.FileSettings.Rules;
import dev.zephyr.server.config.FileSettings.Symlinks;
import dev.zephyr.server.http.HeaderBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code [files]}; what is not set keeps its default. Confined to the reading thread. */
final class FileSettingsReader {

    private static final Set<String> CODINGS = Set.of("gzip", "br", "zstd");
    private static final Set<Long> REDIRECTS = Set.of(301L, 302L, 303L, 307L, 308L);
    private static final int GIB = 1 << 30;

    private final TomlSection files;
    private final FileSettings defaults = FileSettings.DEFAULT;

    private FileSettingsReader(TomlSection files) {
        this.files = files;
    }

    static FileSettings read(TomlSection files) {
        FileSettingsReader reader = new FileSettingsReader(files);
        FileSettings settings =
                new FileSettings(
                        reader.layout(), reader.rules(), reader.compression(), reader.cache());
        files.warnOfUnknownKeys();
        return settings;
    }

    private Layout layout() {
        Layout unset = defaults.layout();
        List<String> index = indexNames();
        String fallback = files.string("spa", "a file such as \"index.html\"");
        return new Layout(
                index == null ? unset.indexNames() : index,
                fallback == null || fallback.isEmpty() ? unset.fallback() : Optional.of(fallback),
                or(files.bool("clean_urls"), unset.cleanUrls()),
                or(files.bool("directory_redirect"), unset.directoryRedirect()),
                or(files.bool("listing"), unset.listing()),
                symlinks());
    }

    private @Nullable List<String> indexNames() {
        return files.value("index") instanceof String name ? List.of(name) : files.strings("index");
    }

    private Symlinks symlinks() {
        String expected = "\"refuse\", \"inside\" or \"allow\"";
        String text = files.string("symlinks", expected);
        for (Symlinks choice : Symlinks.values()) {
            if (text != null && ValueType.lowerCase(choice).equals(text)) {
                return choice;
            }
        }
        if (text != null) {
            files.problem("symlinks", TomlSection.quote(text), expected);
        }
        return defaults.layout().symlinks();
    }

    private Rules rules() {
        return new Rules(
                caching(),
                headers(),
                redirects(),
                rewrites(),
                or(files.bool("content_disposition"), defaults.rules().contentDisposition()));
    }

    private List<CacheRule> caching() {
        List<CacheRule> rules = new ArrayList<>();
        for (TomlSection section : files.sections("cache_control")) {
            String pattern = required(section, "path", "a pattern such as \"*.css\"");
            String value = required(section, "value", "a value of Cache-Control");
            section.warnOfUnknownKeys();
            if (pattern != null && value != null && isField(section, "Cache-Control", value)) {
                rules.add(new CacheRule(pattern, value));
            }
        }
        return rules;
    }

    private List<HeaderRule> headers() {
        List<HeaderRule> rules = new ArrayList<>();
        for (TomlSection section : files.sections("headers")) {
            String pattern = required(section, "path", "a pattern such as \"*.css\"");
            String name = required(section, "name", "the name of a header field");
            String value = required(section, "value", "the value of a header field");
            section.warnOfUnknownKeys();
            if (pattern != null && name != null && value != null && isField(section, name, value)) {
                rules.add(new HeaderRule(pattern, name, value));
            }
        }
        return rules;
    }

    private List<Redirect> redirects() {
        List<Redirect> rules = new ArrayList<>();
        for (TomlSection section : files.sections("redirects")) {
            String from = required(section, "from", "a pattern such as \"/old/**\"");
            String to = required(section, "to", "a path or an address");
            Long status = section.integer("status", 301, 308);
            if (status != null && !REDIRECTS.contains(status)) {
                section.problem("status", status.toString(), "301, 302, 303, 307 or 308");
            }
            section.warnOfUnknownKeys();
            if (from != null && to != null && isField(section, "Location", to)) {
                rules.add(new Redirect(from, to, status == null ? 308 : status.intValue()));
            }
        }
        return rules;
    }

    private List<Rewrite> rewrites() {
        List<Rewrite> rules = new ArrayList<>();
        for (TomlSection section : files.sections("rewrites")) {
            String from = required(section, "from", "a pattern such as \"/app/**\"");
            String to = required(section, "to", "a path that starts with a slash");
            section.warnOfUnknownKeys();
            if (to != null && !to.startsWith("/")) {
                section.problem("to", TomlSection.quote(to), "a path that starts with a slash");
            } else if (from != null && to != null) {
                rules.add(new Rewrite(from, to));
            }
        }
        return rules;
    }

    private Compression compression() {
        Compression unset = defaults.compression();
        TomlSection section = files.section("compression");
        if (section == null) {
            return unset;
        }
        Boolean precompressed = section.bool("precompressed");
        List<String> codings = section.strings("on_the_fly");
        if (codings != null && !CODINGS.containsAll(codings)) {
            section.problem("on_the_fly", codings.toString(), "\"gzip\", \"br\" or \"zstd\"");
        }
        Long min = section.bytes("min_size", 0, GIB);
        Long max = section.bytes("max_size", 0, GIB);
        section.warnOfUnknownKeys();
        return new Compression(
                or(precompressed, unset.precompressed()),
                codings == null ? unset.onTheFly() : Set.copyOf(codings),
                or(min, unset.bytesMin()),
                or(max, unset.bytesMax()));
    }

    private Cache cache() {
        Cache unset = defaults.cache();
        TomlSection section = files.section("cache");
        if (section == null) {
            return unset;
        }
        Long memory = section.bytes("memory", 0, 1L << 40);
        Long file = section.bytes("max_file", 0, GIB);
        Long open = section.integer("open_files", 1, 1_000_000);
        Duration stale = section.duration("stale", Duration.ofMillis(1), Duration.ofHours(1));
        section.warnOfUnknownKeys();
        return new Cache(
                memory == null ? unset.bytesMax() : memory,
                or(file, unset.fileBytesMax()),
                or(open, unset.openFilesMax()),
                stale == null ? unset.staleMax() : stale);
    }

    private static @Nullable String required(TomlSection section, String key, String expected) {
        String text = section.string(key, expected);
        if (text == null && !section.keys().contains(key)) {
            section.missing(key, expected);
        }
        return text;
    }

    private static boolean isField(TomlSection section, String name, String value) {
        String problem = HeaderBlock.problem(name, value);
        if (problem != null) {
            section.problem(section.keys().contains("value") ? "value" : "to", problem, "");
        }
        return problem == null;
    }

    private static boolean or(@Nullable Boolean value, boolean otherwise) {
        return value == null ? otherwise : value;
    }

    private static int or(@Nullable Long value, int otherwise) {
        return value == null ? otherwise : value.intValue();
    }
}
