// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A reserved name in the root of a mount under which a folder or link is made, then moved to its
 * place by descriptors. The JDK makes them by path only, and a path below the root could be
 * exchanged while it is used; the root itself is the operator's. Confined to one worker thread.
 */
final class Staging implements AutoCloseable {

    private final SecureDirectoryStream<Path> root;
    private final Path name;
    private final Path path;
    private boolean moved;

    private Staging(SecureDirectoryStream<Path> root, Path rootPath) {
        this.root = root;
        long number = ThreadLocalRandom.current().nextLong();
        this.name = Path.of(HostName.STAGING_PREFIX + Long.toHexString(number));
        this.path = rootPath.resolve(name);
    }

    static Staging open(Path rootPath) throws IOException {
        SecureDirectoryStream<Path> root = SecureFolder.openStream(rootPath);
        if (root == null) {
            throw new WasiError(Errno.NOTSUP);
        }
        return new Staging(root, rootPath);
    }

    /** Where to make it. */
    Path path() {
        return path;
    }

    BasicFileAttributes attributes() throws IOException {
        return root.getFileAttributeView(
                        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }

    void moveTo(SecureDirectoryStream<Path> folder, Path target) throws IOException {
        root.move(name, folder, target);
        moved = true;
    }

    @Override
    public void close() throws IOException {
        try (root) {
            if (!moved) {
                discard();
            }
        }
    }

    private void discard() throws IOException {
        try {
            if (attributes().isDirectory()) {
                root.deleteDirectory(name);
            } else {
                root.deleteFile(name);
            }
        } catch (NoSuchFileException _) {
            // It was never made.
        }
    }
}
