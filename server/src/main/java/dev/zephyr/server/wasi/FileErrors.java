// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import org.jspecify.annotations.Nullable;

/**
 * From a failure of the host's file system to an error number. The guest learns the number only, no
 * host path or message. Immutable.
 */
final class FileErrors {

    private FileErrors() {}

    /**
     * The error number of a failure.
     *
     * @throws GuestInterrupted if the failure is that the thread was interrupted
     */
    static int errno(IOException failure) {
        return switch (failure) {
            case WasiError error -> error.errno();
            case ClosedByInterruptException _ -> throw new GuestInterrupted();
            case ClosedChannelException _ -> Errno.BADF;
            case NoSuchFileException _ -> Errno.NOENT;
            case FileAlreadyExistsException _ -> Errno.EXIST;
            case AccessDeniedException _ -> Errno.ACCES;
            case DirectoryNotEmptyException _ -> Errno.NOTEMPTY;
            case NotDirectoryException _ -> Errno.NOTDIR;
            case AtomicMoveNotSupportedException _ -> Errno.XDEV;
            case NotLinkException _ -> Errno.INVAL;
            case FileSystemLoopException _ -> Errno.LOOP;
            case FileSystemException named -> byReason(named.getReason());
            case IOException other -> byReason(other.getMessage());
        };
    }

    /** The JDK keeps the system's error only as text, and only in English on Linux and macOS. */
    private static int byReason(@Nullable String reason) {
        if (reason == null) {
            return Errno.IO;
        }
        return switch (reason) {
            case "Is a directory" -> Errno.ISDIR;
            case "Not a directory" -> Errno.NOTDIR;
            case "Directory not empty" -> Errno.NOTEMPTY;
            case "No space left on device", "Disk quota exceeded" -> Errno.NOSPC;
            case "Read-only file system" -> Errno.ROFS;
            case "Operation not permitted" -> Errno.PERM;
            case "File name too long" -> Errno.NAMETOOLONG;
            case "Too many open files", "Too many open files in system" -> Errno.MFILE;
            case "File too large" -> Errno.FBIG;
            case "Invalid argument" -> Errno.INVAL;
            case "Invalid cross-device link" -> Errno.XDEV;
            default -> Errno.IO;
        };
    }
}
