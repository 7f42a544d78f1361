// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps two processes from writing one folder. The operating system frees the lock when the process
 * ends in any way; the file says whose it is. Thread-safe.
 */
final class FolderLock implements AutoCloseable {

    /** A process id in digits has no more. */
    private static final int OWNER_BYTES_MAX = 20;

    /** Beyond the text: on Windows a locked byte can't be read by others. */
    private static final long LOCKED_BYTE = 1L << 30;

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Creates the folder if it is not there, and takes its lock.
     *
     * @throws KeyValueStoreException of category {@code UNAVAILABLE} if another process has it, of
     *     category {@code CALLER} if the folder can't be written
     */
    static FolderLock take(Path folder) {
        Path file = folder.resolve("lock");
        FileChannel channel = null;
        try {
            Files.createDirectories(folder);
            channel =
                    FileChannel.open(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            if (isTaken(channel)) {
                writeOwner(channel);
                return new FolderLock(channel);
            }
            String owner = owner(channel);
            channel.close();
            throw held(folder, owner);
        } catch (IOException e) {
            close(channel, e);
            throw new KeyValueStoreException(
                    Category.CALLER,
                    "store: file:"
                            + folder
                            + " can't be written ("
                            + e.getMessage()
                            + "): give a folder that can, or memory:",
                    e);
        }
    }

    private static boolean isTaken(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // this process has it
        }
    }

    private static KeyValueStoreException held(Path folder, String owner) {
        return new KeyValueStoreException(
                Category.UNAVAILABLE,
                "store: file:"
                        + folder
                        + " is in use by process "
                        + owner
                        + ": stop it, give another folder, or share a postgresql: or redis: store");
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(OWNER_BYTES_MAX);
        channel.read(text, 0);
        return new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
    }

    private static void writeOwner(FileChannel channel) throws IOException {
        String owner = ProcessHandle.current().pid() + "\n";
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    private static void close(@Nullable FileChannel channel, IOException reason) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    /** Gives the folder to others. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The lock goes with the process at the latest.
            System.getLogger("dev.zephyr.kv").log(System.Logger.Level.DEBUG, "lock not freed", e);
        }
    }
}
