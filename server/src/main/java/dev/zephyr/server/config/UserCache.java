// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a user's programs keep what they can make again. Thread-safe. */
final class UserCache {

    private static final String NAME = "zephyr-workers";

    private UserCache() {}

    /** Our folder there, whether it exists or not; empty if the user has no home. */
    static Optional<Path> directory(Map<String, String> environment) {
        String chosen = environment.get("XDG_CACHE_HOME");
        String windows = environment.get("LOCALAPPDATA");
        String home = System.getProperty("user.home");
        if (isAbsolute(chosen)) {
            return Optional.of(Path.of(chosen, NAME));
        }
        if (isAbsolute(windows)) {
            return Optional.of(Path.of(windows, NAME, "cache"));
        }
        boolean isMac = System.getProperty("os.name").startsWith("Mac");
        return isAbsolute(home)
                ? Optional.of(Path.of(home, isMac ? "Library/Caches" : ".cache", NAME))
                : Optional.empty();
    }

    /** A relative one is to be ignored, says the XDG Base Directory Specification. */
    private static boolean isAbsolute(@Nullable String path) {
        return path != null && !path.isEmpty() && Path.of(path).isAbsolute();
    }
}
