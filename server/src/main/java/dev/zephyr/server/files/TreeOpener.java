// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.files.FilesConfig.Symlinks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * Opens files of the tree and nothing else. Thread-safe; blocks.
 *
 * <p>Where the platform has it, each segment is opened relative to the folder before it and links
 * are refused at each step, so a link that appears between a check and the opening can't lead out:
 * there is no check to outrun. A path with links in it is resolved first, and the walk is made
 * along the real path.
 */
final class TreeOpener {

    private static final Set<OpenOption> READ =
            Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    private final Path root;
    private final Symlinks symlinks;

    TreeOpener(Path root, Symlinks symlinks) {
        this.root = root;
        this.symlinks = symlinks;
    }

    /**
     * Opens a regular file.
     *
     * @param relative its name below the root
     * @throws NoSuchFileException if it is not there, is no regular file, or a link leads out
     * @throws java.nio.file.AccessDeniedException if the server may not read it
     * @throws IOException if the disk fails, or the process has no descriptor left
     */
    FileChannel open(String relative) throws IOException {
        Path path = root.resolve(relative);
        if (symlinks == Symlinks.ALLOW) {
            return openRegular(path);
        }
        Path realRoot = root.toRealPath();
        Path real = path.toRealPath();
        if (!real.startsWith(realRoot) || real.equals(realRoot)) {
            throw new NoSuchFileException(relative, null, "a link leads out of the root");
        }
        Path below = realRoot.relativize(real);
        if (symlinks == Symlinks.REFUSE && !below.equals(root.getFileSystem().getPath(relative))) {
            throw new NoSuchFileException(relative, null, "a link");
        }
        return openBelow(realRoot, below);
    }

    /** Whether a name still stands for the version of a stamp. */
    boolean isStill(String relative, FileStamp stamp) throws IOException {
        return FileStamp.of(root.resolve(relative)) instanceof FileStamp.Kind.Regular(var now)
                && now.equals(stamp);
    }

    private static FileChannel openBelow(Path realRoot, Path below) throws IOException {
        try (DirectoryStream<Path> top = Files.newDirectoryStream(realRoot)) {
            return top instanceof SecureDirectoryStream<Path> folder
                    ? openIn(folder, below)
                    : openChecked(realRoot.resolve(below));
        }
    }

    private static FileChannel openIn(SecureDirectoryStream<Path> folder, Path below)
            throws IOException {
        int segments = below.getNameCount();
        if (segments > 1) {
            try (SecureDirectoryStream<Path> next =
                    folder.newDirectoryStream(below.getName(0), LinkOption.NOFOLLOW_LINKS)) {
                return openIn(next, below.subpath(1, segments));
            }
        }
        BasicFileAttributes attributes =
                folder.getFileAttributeView(
                                below, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .readAttributes();
        requireRegular(attributes, below);
        return asFile(folder.newByteChannel(below, READ));
    }

    /** Without relative opening: the path must be the same before and after. */
    private static FileChannel openChecked(Path real) throws IOException {
        BasicFileAttributes before =
                Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        requireRegular(before, real);
        FileChannel channel = asFile(Files.newByteChannel(real, READ));
        if (!real.toRealPath().equals(real)) {
            channel.close();
            throw new NoSuchFileException(real.toString(), null, "changed while it was opened");
        }
        return channel;
    }

    private static FileChannel openRegular(Path path) throws IOException {
        requireRegular(Files.readAttributes(path, BasicFileAttributes.class), path);
        return FileChannel.open(path, StandardOpenOption.READ);
    }

    /** Opening a pipe would wait for its writer. */
    private static void requireRegular(BasicFileAttributes attributes, Path path)
            throws NoSuchFileException {
        if (!attributes.isRegularFile()) {
            throw new NoSuchFileException(path.toString(), null, "no regular file");
        }
    }

    private static FileChannel asFile(SeekableByteChannel channel) throws IOException {
        if (channel instanceof FileChannel file) {
            return file;
        }
        channel.close();
        throw new IOException("the file system gives no file channels");
    }
}
