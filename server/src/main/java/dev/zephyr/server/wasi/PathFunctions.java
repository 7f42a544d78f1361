// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;

/** {@code path_*} about what a name stands for: status, making, removing, renaming. Immutable. */
final class PathFunctions {

    private static final int SYMLINK_FOLLOW = 1;

    /** What is done at the end of a path. */
    @FunctionalInterface
    interface Change {
        void at(PathWalk walk) throws IOException;
    }

    private PathFunctions() {}

    static boolean follows(int lookupFlags) {
        return (lookupFlags & SYMLINK_FOLLOW) != 0;
    }

    static long status(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        OpenFolder folder = FolderFunctions.folder(process, (int) in[0], Rights.PATH_FILESTAT_GET);
        String path = GuestPath.read(memory, (int) in[2], (int) in[3]);
        try (var walk = PathWalk.of(folder.folder(), path, follows((int) in[1]))) {
            FileStatus.of(walk.existing()).write(memory, (int) in[4]);
        }
        return Errno.SUCCESS;
    }

    static long setTimes(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        OpenFolder folder =
                FolderFunctions.folder(process, (int) in[0], Rights.PATH_FILESTAT_SET_TIMES);
        FileTimes times = FileTimes.of(process.clocks(), in[4], in[5], (int) in[6]);
        String path = GuestPath.read(memory, (int) in[2], (int) in[3]);
        return change(folder, path, follows((int) in[1]), walk -> setTimes(walk, times));
    }

    private static void setTimes(PathWalk walk, FileTimes times) throws IOException {
        BasicFileAttributes found = walk.existing();
        requirePlain(found);
        if (found.isSymbolicLink()) {
            throw new WasiError(Errno.NOTSUP);
        }
        walk.parent().setTimes(walk.name(), times.access(), times.modification());
    }

    static long createFolder(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        OpenFolder folder =
                FolderFunctions.folder(process, (int) in[0], Rights.PATH_CREATE_DIRECTORY);
        String path = GuestPath.read(memory, (int) in[1], (int) in[2]);
        return change(folder, path, false, PathFunctions::createFolder);
    }

    private static void createFolder(PathWalk walk) throws IOException {
        requireAbsent(walk);
        walk.parent().createFolder(walk.name());
    }

    static long removeFolder(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        OpenFolder folder =
                FolderFunctions.folder(process, (int) in[0], Rights.PATH_REMOVE_DIRECTORY);
        String path = GuestPath.read(memory, (int) in[1], (int) in[2]);
        return change(folder, path, false, PathFunctions::removeFolder);
    }

    private static void removeFolder(PathWalk walk) throws IOException {
        if (!walk.existing().isDirectory()) {
            throw new WasiError(Errno.NOTDIR);
        }
        walk.parent().deleteFolder(walk.changeableName());
    }

    static long unlink(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        OpenFolder folder = FolderFunctions.folder(process, (int) in[0], Rights.PATH_UNLINK_FILE);
        String path = GuestPath.read(memory, (int) in[1], (int) in[2]);
        return change(folder, path, false, PathFunctions::unlink);
    }

    private static void unlink(PathWalk walk) throws IOException {
        if (walk.existing().isDirectory()) {
            throw new WasiError(Errno.ISDIR);
        }
        walk.parent().deleteFile(walk.changeableName());
    }

    static long rename(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        OpenFolder source = FolderFunctions.folder(process, (int) in[0], Rights.PATH_RENAME_SOURCE);
        OpenFolder target = FolderFunctions.folder(process, (int) in[3], Rights.PATH_RENAME_TARGET);
        String oldPath = GuestPath.read(memory, (int) in[1], (int) in[2]);
        String newPath = GuestPath.read(memory, (int) in[4], (int) in[5]);
        return change(
                source,
                oldPath,
                false,
                from -> change(target, newPath, false, to -> rename(from, to)));
    }

    /** A pipe that could be moved could be put where a file was just seen, and block its open. */
    private static void rename(PathWalk from, PathWalk to) throws IOException {
        BasicFileAttributes moved = from.existing();
        requirePlain(moved);
        if (to.mustBeFolder() && !moved.isDirectory()) {
            throw new WasiError(Errno.NOTDIR);
        }
        BasicFileAttributes replaced = to.attributes();
        if (replaced != null && replaced.isDirectory() != moved.isDirectory()) {
            throw new WasiError(moved.isDirectory() ? Errno.NOTDIR : Errno.ISDIR);
        }
        from.parent().move(from.changeableName(), to.parent(), to.changeableName());
    }

    /** Does it where the path leads, in a folder that may be changed. */
    static long change(OpenFolder folder, String path, boolean follow, Change change)
            throws IOException {
        folder.requireWritable();
        try (var walk = PathWalk.of(folder.folder(), path, follow)) {
            change.at(walk);
        }
        return Errno.SUCCESS;
    }

    static void requireAbsent(PathWalk walk) throws WasiError {
        if (walk.attributes() != null) {
            throw new WasiError(Errno.EXIST);
        }
    }

    /** Not a device, a pipe or a socket. */
    static void requirePlain(BasicFileAttributes file) throws WasiError {
        if (file.isOther()) {
            throw new WasiError(Errno.ACCES);
        }
    }
}
