// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import dev.zephyr.server.config.Glob;
import java.util.List;

/**
 * What the scan leaves out: names that are never workers, and what the operator's globs fit.
 * Immutable.
 */
record IgnoredNames(List<Glob> globs) {

    IgnoredNames {
        globs = List.copyOf(globs);
    }

    /** Static files, our own folder, and what authors keep private, at any depth. */
    static boolean isReserved(String name) {
        return name.equals("public") || name.equals(".wws") || name.startsWith("_");
    }

    boolean leavesOutFile(String path) {
        return globs.stream().anyMatch(glob -> glob.matches(path));
    }

    boolean leavesOutFolder(String path) {
        return globs.stream().anyMatch(glob -> glob.takesWholeFolders() && glob.matches(path));
    }
}
