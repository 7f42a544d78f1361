// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What tells one version of a file from another on this machine, at the cost of one system call.
 * Immutable.
 *
 * @param identity device and inode where there are such
 * @param size in bytes
 * @param modifiedNanos last change of the content, nanoseconds since the epoch
 * @param changedNanos last change of the content or of the inode; a program can't set it back
 */
record FileStamp(String identity, long size, long modifiedNanos, long changedNanos) {

    private static final String UNIX =
            "unix:dev,ino,size,lastModifiedTime,ctime,isRegularFile,isDirectory";

    private static final boolean HAS_UNIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

    /** What a path names at this moment. */
    sealed interface Kind {

        record Regular(FileStamp stamp) implements Kind {}

        record Folder() implements Kind {}

        /** A device, a pipe, a socket: never opened. */
        record Special() implements Kind {}

        record Absent() implements Kind {}
    }

    private static final Kind FOLDER = new Kind.Folder();
    private static final Kind SPECIAL = new Kind.Special();
    private static final Kind ABSENT = new Kind.Absent();

    /**
     * Asks the file system, following links.
     *
     * @throws java.nio.file.AccessDeniedException if a folder on the way may not be searched
     * @throws IOException if the disk fails, or the process has no descriptor left
     */
    static Kind of(Path path) throws IOException {
        try {
            return HAS_UNIX ? unix(path) : basic(path);
        } catch (NoSuchFileException e) {
            return ABSENT;
        } catch (IOException e) {
            if (isBelowFile(path) || isDanglingLink(path)) {
                return ABSENT;
            }
            throw e;
        }
    }

    private static Kind unix(Path path) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(path, UNIX);
        if (Boolean.TRUE.equals(attributes.get("isDirectory"))) {
            return FOLDER;
        }
        if (!Boolean.TRUE.equals(attributes.get("isRegularFile"))) {
            return SPECIAL;
        }
        return new Kind.Regular(
                new FileStamp(
                        attributes.get("dev") + ":" + attributes.get("ino"),
                        (Long) Objects.requireNonNull(attributes.get("size")),
                        nanos(attributes.get("lastModifiedTime")),
                        nanos(attributes.get("ctime"))));
    }

    private static Kind basic(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            return FOLDER;
        }
        if (!attributes.isRegularFile()) {
            return SPECIAL;
        }
        return new Kind.Regular(
                new FileStamp(
                        String.valueOf(attributes.fileKey()),
                        attributes.size(),
                        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                        attributes.creationTime().to(TimeUnit.NANOSECONDS)));
    }

    private static long nanos(@Nullable Object time) {
        return ((FileTime) Objects.requireNonNull(time)).to(TimeUnit.NANOSECONDS);
    }

    /** A file on the way to it is no folder: the path names nothing. */
    private static boolean isBelowFile(Path path) {
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            if (Files.exists(above)) {
                return !Files.isDirectory(above);
            }
        }
        return false;
    }

    private static boolean isDanglingLink(Path path) {
        return Files.isSymbolicLink(path)
                && !Files.exists(path)
                && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
