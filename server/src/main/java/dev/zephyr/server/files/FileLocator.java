// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.files.FileStamp.Kind;
import dev.zephyr.server.http.ContentCoding;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Finds the file that a path means: itself, the index of a folder, or the page without its
 * extension. Reads attributes only; whether the file may be opened is {@link TreeOpener}'s matter.
 * Thread-safe; blocks.
 */
final class FileLocator {

    static final String PAGE_SUFFIX = ".html";

    private final Path root;
    private final FilesConfig.Layout layout;
    private final boolean withSiblings;

    FileLocator(FilesConfig config) {
        this.root = config.root();
        this.layout = config.layout();
        this.withSiblings = config.compression().siblings();
    }

    /**
     * Asks the file system.
     *
     * @throws IOException if the disk fails, or the process has no descriptor left
     */
    Location locate(SafePath path) throws IOException {
        try {
            return switch (kind(path.relative())) {
                case Kind.Regular(var stamp) ->
                        path.folderOnly() ? Location.NOWHERE : file(path.relative(), stamp, false);
                case Kind.Folder _ -> folder(path);
                case Kind.Absent _ -> page(path, Location.NOWHERE);
                case Kind.Special _ -> Location.NOWHERE;
            };
        } catch (AccessDeniedException e) {
            return Location.FORBIDDEN;
        }
    }

    private Location folder(SafePath path) throws IOException {
        for (String name : layout.indexNames()) {
            String index = path.relative().isEmpty() ? name : path.relative() + "/" + name;
            if (kind(index) instanceof Kind.Regular(var stamp)) {
                return file(index, stamp, true);
            }
        }
        return page(path, new Location.Folder(path.relative()));
    }

    private Location page(SafePath path, Location otherwise) throws IOException {
        if (!layout.cleanUrls() || path.folderOnly() || path.relative().isEmpty()) {
            return otherwise;
        }
        String page = path.relative() + PAGE_SUFFIX;
        return kind(page) instanceof Kind.Regular(var stamp) ? file(page, stamp, false) : otherwise;
    }

    private Location file(String relative, FileStamp stamp, boolean viaFolder) throws IOException {
        return new Location.File(relative, stamp, siblings(relative, stamp), viaFolder);
    }

    /** A coding that is older than the file is of another version of it. */
    private Map<ContentCoding, FileStamp> siblings(String relative, FileStamp original)
            throws IOException {
        Map<ContentCoding, FileStamp> siblings = new EnumMap<>(ContentCoding.class);
        if (withSiblings) {
            for (ContentCoding coding : ContentCoding.BEST_FIRST) {
                if (coding != ContentCoding.IDENTITY
                        && kind(relative + coding.fileSuffix()) instanceof Kind.Regular(var stamp)
                        && stamp.modifiedNanos() >= original.modifiedNanos()) {
                    siblings.put(coding, stamp);
                }
            }
        }
        return Map.copyOf(siblings);
    }

    private Kind kind(String relative) throws IOException {
        if (SafePath.isTooLong(relative.substring(relative.lastIndexOf('/') + 1))) {
            return new Kind.Absent();
        }
        return FileStamp.of(relative.isEmpty() ? root : root.resolve(relative));
    }
}
