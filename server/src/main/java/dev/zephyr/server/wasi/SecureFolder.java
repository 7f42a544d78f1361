// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder held by its descriptor ({@code openat} and the like), so that nobody can exchange a part
 * of its path between a check and the use. Linux and macOS. Confined to one worker thread.
 */
final class SecureFolder implements HostFolder {

    private final SecureDirectoryStream<Path> stream;
    private final Path path;
    private final Path root;

    private SecureFolder(SecureDirectoryStream<Path> stream, Path path, Path root) {
        this.stream = stream;
        this.path = path;
        this.root = root;
    }

    /** Opens a mount, by the weaker {@link PlainFolder} where the system has no such calls. */
    static HostFolder open(Path root) throws IOException {
        SecureDirectoryStream<Path> stream = openStream(root);
        return stream == null ? PlainFolder.open(root) : new SecureFolder(stream, root, root);
    }

    /** Opens the root of a mount; null where the system has no such calls. */
    @SuppressWarnings("StreamResourceLeak") // the caller owns and closes it
    static @Nullable SecureDirectoryStream<Path> openStream(Path root) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(root);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        return null;
    }

    @Override
    public HostFolder folder(String name) throws IOException {
        Path child = HostName.path(name);
        // A pipe would block the open until somebody writes to it.
        if (!attributes(name).isDirectory()) {
            throw new WasiError(Errno.NOTDIR);
        }
        return new SecureFolder(
                stream.newDirectoryStream(child, LinkOption.NOFOLLOW_LINKS),
                ".".equals(name) ? path : path.resolve(child),
                root);
    }

    @Override
    public FileChannel file(String name, Set<OpenOption> options) throws IOException {
        Set<OpenOption> withoutLinks = new HashSet<>(options);
        withoutLinks.add(LinkOption.NOFOLLOW_LINKS);
        SeekableByteChannel channel = stream.newByteChannel(HostName.path(name), withoutLinks);
        if (channel instanceof FileChannel file) {
            return file;
        }
        channel.close();
        throw new WasiError(Errno.NOTSUP);
    }

    @Override
    public BasicFileAttributes attributes(String name) throws IOException {
        return view(name).readAttributes();
    }

    @Override
    public void setTimes(String name, @Nullable FileTime access, @Nullable FileTime modification)
            throws IOException {
        view(name).setTimes(modification, access, null);
    }

    private BasicFileAttributeView view(String name) throws WasiError {
        if (".".equals(name)) {
            return stream.getFileAttributeView(BasicFileAttributeView.class);
        }
        return stream.getFileAttributeView(
                HostName.path(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<String> names(int max) throws IOException {
        // A stream can be read once, so each listing takes one of its own.
        try (var listing = stream.newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS)) {
            return FolderListing.names(listing, max);
        }
    }

    /**
     * There is no {@code readlinkat} here, so the link is read by its path. If parts of the path
     * are exchanged meanwhile the text may be another link's: it is still resolved inside of the
     * mount, and a link that is not the one that was seen is refused.
     */
    @Override
    public String readLink(String name) throws IOException {
        Path link = path.resolve(HostName.path(name));
        Object seen = attributes(name).fileKey();
        String text = Files.readSymbolicLink(link).toString();
        var read = Files.readAttributes(link, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (seen == null || !seen.equals(read.fileKey())) {
            throw new WasiError(Errno.LOOP);
        }
        return text;
    }

    @Override
    public void deleteFile(String name) throws IOException {
        stream.deleteFile(HostName.path(name));
    }

    @Override
    public void deleteFolder(String name) throws IOException {
        stream.deleteDirectory(HostName.path(name));
    }

    @Override
    public void move(String name, HostFolder target, String targetName) throws IOException {
        if (!(target instanceof SecureFolder secure)) {
            throw new WasiError(Errno.XDEV);
        }
        stream.move(HostName.path(name), secure.stream, HostName.path(targetName));
    }

    @Override
    public void createFolder(String name) throws IOException {
        try (var staging = Staging.open(root)) {
            Files.createDirectory(staging.path());
            staging.moveTo(stream, HostName.path(name));
        }
    }

    @Override
    public void createSymbolicLink(String name, String text) throws IOException {
        try (var staging = Staging.open(root)) {
            Files.createSymbolicLink(staging.path(), Path.of(text));
            staging.moveTo(stream, HostName.path(name));
        }
    }

    /** The source is linked by its path, so what was linked is compared before it gets its name. */
    @Override
    public void createLink(String name, HostFolder target, String targetName) throws IOException {
        if (!(target instanceof SecureFolder secure)) {
            throw new WasiError(Errno.XDEV);
        }
        Object seen = attributes(name).fileKey();
        try (var staging = Staging.open(secure.root)) {
            Files.createLink(staging.path(), path.resolve(HostName.path(name)));
            if (seen == null || !seen.equals(staging.attributes().fileKey())) {
                throw new WasiError(Errno.NOENT);
            }
            staging.moveTo(secure.stream, HostName.path(targetName));
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
