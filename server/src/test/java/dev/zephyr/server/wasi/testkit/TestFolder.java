// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi.testkit;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.config.WorkerConfig.Folder;
import dev.zephyr.server.config.WorkerConfig.OutboundHttp;
import dev.zephyr.server.wasi.WasiGrants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A folder {@code inside} that a guest gets, next to an {@code outside} that it must not reach,
 * both in a temporary folder. Immutable.
 */
public record TestFolder(Path base, Path inside, Path outside) {

    public static final String SECRET = "secret of the host";
    public static final int OPEN_FILES_MAX = 8;

    private static final RunLimits LIMITS =
            new RunLimits(
                    Duration.ofSeconds(5), 1 << 20, 1 << 20, 1 << 10, OPEN_FILES_MAX, 1 << 20);

    /** Makes both, with a secret file outside. */
    public static TestFolder in(Path base) throws IOException {
        Path inside = Files.createDirectory(base.resolve("inside"));
        Path outside = Files.createDirectory(base.resolve("outside"));
        Files.writeString(outside.resolve("secret"), SECRET);
        Files.createDirectory(outside.resolve("folder"));
        return new TestFolder(base, inside, outside);
    }

    public WasiGrants writable() {
        return grants(List.of(new Folder(inside, "/data", true)));
    }

    public WasiGrants readOnly() {
        return grants(List.of(new Folder(inside, "/data", false)));
    }

    public static WasiGrants grants(List<Folder> folders) {
        return WasiGrants.of(
                new WorkerConfig(
                        "", "", Optional.empty(), folders, Map.of(), OutboundHttp.NONE, LIMITS));
    }

    public void write(String name, String text) throws IOException {
        Path file = inside.resolve(name);
        Path parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.writeString(file, text);
    }

    public String read(String name) throws IOException {
        return Files.readString(inside.resolve(name));
    }

    public void link(String name, String target) throws IOException {
        Files.createSymbolicLink(inside.resolve(name), Path.of(target));
    }

    public boolean exists(String name) {
        return Files.exists(inside.resolve(name), LinkOption.NOFOLLOW_LINKS);
    }

    /** Names outside, to see that nothing came or went. */
    public List<String> outsideNames() throws IOException {
        try (var names = Files.walk(outside)) {
            return names.map(path -> outside.relativize(path).toString()).sorted().toList();
        }
    }
}
