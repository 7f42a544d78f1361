// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open folder of the host. A name is one component, never {@code ..}, and is taken as it is: no
 * method follows a symbolic link. {@code "."} is the folder itself, where that makes sense.
 * Confined to one worker thread.
 */
interface HostFolder extends Closeable {

    /** How a mounted folder is opened; tests put a weaker one in its place. */
    @FunctionalInterface
    interface Opener {
        /** Opens the root of a mount; links in this path are the operator's and are followed. */
        HostFolder open(Path root) throws IOException;
    }

    /** Opens a folder in this one, or this one again. */
    HostFolder folder(String name) throws IOException;

    /** Opens a file. With {@link LinkOption#NOFOLLOW_LINKS}, whether given or not. */
    FileChannel file(String name, Set<OpenOption> options) throws IOException;

    /** What is under this name; of a symbolic link, the link itself. */
    BasicFileAttributes attributes(String name) throws IOException;

    /** Sets one time or both of a file or folder. */
    void setTimes(String name, @Nullable FileTime access, @Nullable FileTime modification)
            throws IOException;

    /** The names in it, without {@code .} and {@code ..}, at most {@code max}. */
    List<String> names(int max) throws IOException;

    /** The text of a symbolic link. */
    String readLink(String name) throws IOException;

    void deleteFile(String name) throws IOException;

    void deleteFolder(String name) throws IOException;

    /** Renames; replaces what is there, as {@code rename(2)} does. */
    void move(String name, HostFolder target, String targetName) throws IOException;

    void createFolder(String name) throws IOException;

    void createSymbolicLink(String name, String text) throws IOException;

    /** Gives a regular file a second name in another folder. */
    void createLink(String name, HostFolder target, String targetName) throws IOException;
}
