// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder known by its real path, for systems without {@code openat} (Windows). Weaker than {@link
 * SecureFolder}: before each use the path must still be the real one, and an opened file is checked
 * again before it is used, but who may write to the folder from outside of WASI can exchange it
 * between the check and a change. Guests can't: they make no links that leave a mount. Confined to
 * one worker thread.
 */
final class PlainFolder implements HostFolder {

    private final Path path;

    private PlainFolder(Path path) {
        this.path = path;
    }

    static HostFolder open(Path root) throws IOException {
        Path real = root.toRealPath();
        if (!Files.isDirectory(real)) {
            throw new WasiError(Errno.NOTDIR);
        }
        return new PlainFolder(real);
    }

    /** The path of a name in this folder, which is still where it was. */
    private Path checked(String name) throws IOException {
        if (!path.toRealPath().equals(path)) {
            throw new WasiError(Errno.NOENT);
        }
        return ".".equals(name) ? path : path.resolve(HostName.path(name));
    }

    @Override
    public HostFolder folder(String name) throws IOException {
        Path child = checked(name);
        if (!attributes(name).isDirectory() || !child.toRealPath().equals(child)) {
            throw new WasiError(Errno.NOTDIR);
        }
        return new PlainFolder(child);
    }

    @Override
    public FileChannel file(String name, Set<OpenOption> options) throws IOException {
        Set<OpenOption> withoutLinks = new HashSet<>(options);
        withoutLinks.add(LinkOption.NOFOLLOW_LINKS);
        FileChannel file = FileChannel.open(checked(name), withoutLinks);
        try {
            checked(name);
        } catch (IOException moved) {
            file.close();
            throw moved;
        }
        return file;
    }

    @Override
    public BasicFileAttributes attributes(String name) throws IOException {
        return Files.readAttributes(
                checked(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void setTimes(String name, @Nullable FileTime access, @Nullable FileTime modification)
            throws IOException {
        Files.getFileAttributeView(
                        checked(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(modification, access, null);
    }

    @Override
    public List<String> names(int max) throws IOException {
        try (var listing = Files.newDirectoryStream(checked("."))) {
            return FolderListing.names(listing, max);
        }
    }

    @Override
    public String readLink(String name) throws IOException {
        return Files.readSymbolicLink(checked(name)).toString();
    }

    @Override
    public void deleteFile(String name) throws IOException {
        Files.delete(checked(name));
    }

    @Override
    public void deleteFolder(String name) throws IOException {
        Files.delete(checked(name));
    }

    @Override
    public void move(String name, HostFolder target, String targetName) throws IOException {
        Files.move(
                checked(name), plain(target).checked(targetName), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void createFolder(String name) throws IOException {
        Files.createDirectory(checked(name));
    }

    @Override
    public void createSymbolicLink(String name, String text) throws IOException {
        Files.createSymbolicLink(checked(name), Path.of(text));
    }

    @Override
    public void createLink(String name, HostFolder target, String targetName) throws IOException {
        Files.createLink(plain(target).checked(targetName), checked(name));
    }

    private static PlainFolder plain(HostFolder folder) throws WasiError {
        if (folder instanceof PlainFolder plain) {
            return plain;
        }
        throw new WasiError(Errno.XDEV);
    }

    @Override
    public void close() {
        // Nothing is held open: the folder is only known by its path.
    }
}
