// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.KeyValueStoreProvider;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * Opens {@code file:FOLDER}, which survives the end of the process. Thread-safe. Parameters:
 *
 * <ul>
 *   <li>{@code sync}: {@code always} (default), {@code interval} or {@code off}; see {@link Sync}
 *   <li>{@code mode}: {@code rw} (default) or {@code ro}, which also works while a server runs
 *   <li>{@code maxBytes}: size of the database file; no limit by default
 * </ul>
 */
public final class FileStoreProvider implements KeyValueStoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public FileStoreProvider() {}

    @Override
    public List<String> schemes() {
        return List.of("file");
    }

    @Override
    public KeyValueStore open(StoreUrl url, StoreOptions options) {
        for (String name : url.parameters().keySet()) {
            if (!List.of("sync", "mode", "maxBytes").contains(name)) {
                throw refused(url, "parameter " + name, "sync, mode or maxBytes");
            }
        }
        Map<String, String> parameters = url.parameters();
        Path folder = folder(url);
        String mode = parameters.getOrDefault("mode", "rw");
        return switch (mode) {
            case "ro" -> FileReader.open(folder.resolve(FileStore.FILE_NAME));
            case "rw" -> FileStore.open(folder, settings(url, options));
            default -> throw refused(url, "mode: " + mode, "rw or ro");
        };
    }

    private static FileStore.Settings settings(StoreUrl url, StoreOptions options) {
        String sync = url.parameters().getOrDefault("sync", Sync.ALWAYS.toString());
        return new FileStore.Settings(
                Sync.named(sync)
                        .orElseThrow(
                                () -> refused(url, "sync: " + sync, "always, interval or off")),
                bytesMax(url),
                options.limits(),
                InstantSource.system());
    }

    private static Path folder(StoreUrl url) {
        String address = url.address();
        String path = address.startsWith("//") ? address.substring(2) : address;
        if (path.isEmpty()) {
            throw refused(url, "no folder", "file:FOLDER");
        }
        try {
            return Path.of(path).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw refused(url, "folder: " + path, "a path of this system");
        }
    }

    private static long bytesMax(StoreUrl url) {
        String text = url.parameters().getOrDefault("maxBytes", "0");
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw refused(url, "maxBytes: " + text, "a number of bytes");
        }
    }

    private static KeyValueStoreException refused(StoreUrl url, String what, String expected) {
        return new KeyValueStoreException(
                Category.CALLER, "store " + url + ": " + what + " (expected: " + expected + ")");
    }
}
