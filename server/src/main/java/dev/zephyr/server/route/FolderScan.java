// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import dev.zephyr.server.config.Glob;
import dev.zephyr.server.config.Problem;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One walk through the folder that finds the workers. Confined to the scanning thread.
 *
 * <p>Links to folders are not followed, so that no walk is endless; links to files are. What can't
 * be read is reported and left out: the rest is served.
 */
public final class FolderScan {

    /** Deeper folders are not entered: nobody writes such routes, and the stack is finite. */
    static final int DEPTH_MAX = 64;

    /** More workers than any folder has on purpose; each costs memory. */
    static final int ROUTES_MAX = 100_000;

    private static final String EXTENSION = "wasm";

    /** Languages whose files other servers of this kind run, and which people therefore try. */
    private static final Map<String, String> LANGUAGES =
            Map.of("js", "JavaScript", "py", "Python", "rb", "Ruby");

    private final Path root;
    private final IgnoredNames ignored;
    private final RoutePath routePath;
    private final List<Route> found = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private final Map<String, List<Path>> otherLanguages = new TreeMap<>();

    private FolderScan(Path root, Prefix prefix, List<Glob> ignore) {
        this.root = root;
        this.ignored = new IgnoredNames(ignore);
        this.routePath = new RoutePath(prefix, warnings::add);
    }

    /**
     * Finds the workers of a folder.
     *
     * @param ignore fits paths relative to the root that are no workers
     */
    public static Routes scan(Path root, Prefix prefix, List<Glob> ignore) {
        FolderScan scan = new FolderScan(root, prefix, ignore);
        scan.folder(root, 0);
        scan.reportOtherLanguages();
        return Routes.of(scan.found, scan.warnings);
    }

    private void folder(Path folder, int depth) {
        if (depth > DEPTH_MAX) {
            warn(folder, "not read", "at most " + DEPTH_MAX + " folders in each other");
            return;
        }
        for (Path entry : entries(folder)) {
            if (found.size() == ROUTES_MAX) {
                warn(entry, "not read", "at most " + ROUTES_MAX + " workers");
                return;
            }
            if (!IgnoredNames.isReserved(entry.getFileName().toString())) {
                entry(entry, depth);
            }
        }
    }

    private void entry(Path entry, int depth) {
        Path relative = root.relativize(entry);
        String path = relative.toString().replace('\\', '/');
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            if (isNamed(entry, EXTENSION)) {
                warn(entry, "a folder", "a WebAssembly file");
            }
            if (!ignored.leavesOutFolder(path)) {
                folder(entry, depth + 1);
            }
        } else if (!ignored.leavesOutFile(path)) {
            file(entry, relative);
        }
    }

    private void file(Path file, Path relative) {
        if (!isNamed(file, EXTENSION)) {
            noteOtherLanguage(file);
        } else if (Files.isRegularFile(file)) {
            found.add(routePath.of(relative, file));
        } else {
            warn(file, "not a file", "a WebAssembly file, or a link to one");
        }
    }

    /** Sorted, so that the outcome does not depend on the file system. */
    private List<Path> entries(Path folder) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.forEach(entries::add);
        } catch (IOException e) {
            warn(folder, "can't be read: " + e, "a readable folder");
        } catch (DirectoryIteratorException e) {
            warn(folder, "can't be read: " + e.getCause(), "a readable folder");
        }
        entries.sort(null);
        return entries;
    }

    private void noteOtherLanguage(Path file) {
        LANGUAGES.forEach((extension, language) -> {
            if (isNamed(file, extension)) {
                otherLanguages.computeIfAbsent(language, _ -> new ArrayList<>()).add(file);
            }
        });
    }

    private void reportOtherLanguages() {
        otherLanguages.forEach((language, files) -> {
            String others = files.size() == 1 ? "" : " and " + (files.size() - 1) + " more files";
            warn(
                    files.getFirst(),
                    language + " is not available, this file" + others + " not served",
                    "a WebAssembly file");
        });
    }

    private void warn(Path file, String found, String expected) {
        warnings.add(Problem.ofFile(file, found, expected));
    }

    private static boolean isNamed(Path file, String extension) {
        return file.getFileName().toString().endsWith("." + extension);
    }
}
