// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A directory that nobody but its owner may read or change (mode 0700, where there are modes). */
final class PrivateDirectory {

    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");

    private PrivateDirectory() {}

    /**
     * Makes the directory, or makes an existing one private.
     *
     * @throws IOException if it can't be made, is no directory, or belongs to someone else
     */
    static void prepare(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            create(directory);
        }
        var view =
                Files.getFileAttributeView(
                        directory, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null && !view.readAttributes().permissions().equals(OWNER_ONLY)) {
            view.setPermissions(OWNER_ONLY);
        }
        refuseStranger(directory);
    }

    private static void create(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        boolean modes = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        try {
            if (modes) {
                Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            } else {
                Files.createDirectory(directory);
            }
        } catch (FileAlreadyExistsException another) {
            // Another process was faster, or it is a file or a link.
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw another;
            }
        }
    }

    /** A file made by this process tells who it runs as. */
    private static void refuseStranger(Path directory) throws IOException {
        var view =
                Files.getFileAttributeView(
                        directory, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            return;
        }
        Path probe = Files.createTempFile(directory, "owner", ".tmp");
        try {
            var own = Files.readAttributes(probe, PosixFileAttributes.class).owner();
            if (!own.equals(view.readAttributes().owner())) {
                throw new FileSystemException(
                        directory.toString(), null, "belongs to another user");
            }
        } finally {
            Files.delete(probe);
        }
    }
}
