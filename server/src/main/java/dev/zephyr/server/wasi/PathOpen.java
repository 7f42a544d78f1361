// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/**
 * {@code path_open}: opens or creates a regular file, or opens a folder. Pipes, devices and sockets
 * are refused before they are opened, which could block. Confined to one worker thread.
 */
final class PathOpen {

    private static final int CREATE = 1;
    private static final int FOLDER = 2;
    private static final int EXCLUSIVE = 4;
    private static final int TRUNCATE = 8;
    private static final int FLAGS_ALL = 15;

    /** Times that a name may appear or vanish between the look and the open. */
    private static final int ATTEMPTS_MAX = 16;

    private static final long WRITING =
            Rights.FD_WRITE | Rights.FD_ALLOCATE | Rights.FD_FILESTAT_SET_SIZE;

    private final WasiProcess process;
    private final OpenFolder folder;
    private final Request request;

    /**
     * What the guest asks for.
     *
     * @param rights those asked for and allowed below the folder
     */
    private record Request(
            String path, boolean follow, int flags, int fdFlags, long rights, long inheriting) {

        boolean isValid() {
            return (flags & ~FLAGS_ALL) == 0
                    && (fdFlags & ~FdFlags.ALL) == 0
                    && !(has(CREATE) && has(FOLDER));
        }

        boolean has(int flag) {
            return (flags & flag) != 0;
        }

        boolean reads() {
            return (rights & Rights.FD_READ) != 0;
        }

        boolean writes() {
            return (rights & Rights.FD_WRITE) != 0;
        }

        boolean appends() {
            return writes() && (fdFlags & FdFlags.APPEND) != 0;
        }
    }

    private PathOpen(WasiProcess process, OpenFolder folder, Request request) {
        this.process = process;
        this.folder = folder;
        this.request = request;
    }

    static long open(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        GuestRange.check(memory, (int) in[8], Integer.BYTES);
        OpenFolder folder = FolderFunctions.folder(process, (int) in[0], Rights.PATH_OPEN);
        var request =
                new Request(
                        GuestPath.read(memory, (int) in[2], (int) in[3]),
                        PathFunctions.follows((int) in[1]),
                        (int) in[4],
                        (int) in[7],
                        in[5] & folder.inheriting,
                        in[6] & folder.inheriting);
        if (!request.isValid()) {
            return Errno.INVAL;
        }
        process.descriptors().free();
        Descriptor opened = new PathOpen(process, folder, request).open();
        opened.inheriting &= request.inheriting;
        opened.flags = request.fdFlags;
        memory.putInt((int) in[8], process.descriptors().add(opened));
        return Errno.SUCCESS;
    }

    private Descriptor open() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try (var walk = PathWalk.of(folder.folder(), request.path, request.follow)) {
                return open(walk);
            } catch (FileAlreadyExistsException appeared) {
                if (request.has(EXCLUSIVE)) {
                    throw appeared;
                }
            } catch (NoSuchFileException vanished) {
                if (!request.has(CREATE)) {
                    throw vanished;
                }
            }
        }
        throw new WasiError(Errno.IO);
    }

    private Descriptor open(PathWalk walk) throws IOException {
        BasicFileAttributes found = walk.attributes();
        if (found == null) {
            return create(walk);
        }
        if (request.has(CREATE) && request.has(EXCLUSIVE)) {
            throw new WasiError(Errno.EXIST);
        }
        if (found.isDirectory()) {
            return openFolder(walk);
        }
        if (found.isSymbolicLink()) {
            throw new WasiError(Errno.LOOP);
        }
        if (request.has(FOLDER)) {
            throw new WasiError(Errno.NOTDIR);
        }
        if (!found.isRegularFile()) {
            throw new WasiError(Errno.ACCES);
        }
        return openFile(walk, found);
    }

    private Descriptor create(PathWalk walk) throws IOException {
        if (!request.has(CREATE)) {
            throw new WasiError(Errno.NOENT);
        }
        if (walk.mustBeFolder()) {
            throw new WasiError(Errno.ISDIR);
        }
        folder.requireWritable();
        walk.parent()
                .file(walk.name(), Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW))
                .close();
        return openFile(walk, walk.parent().attributes(walk.name()));
    }

    private Descriptor openFolder(PathWalk walk) throws IOException {
        boolean changes = request.has(TRUNCATE) || request.has(CREATE);
        if (changes || (request.writes() && !request.has(FOLDER))) {
            throw new WasiError(Errno.ISDIR);
        }
        return folder.below(walk.parent().folder(walk.name()));
    }

    private Descriptor openFile(PathWalk walk, BasicFileAttributes found) throws IOException {
        if (request.has(TRUNCATE)) {
            folder.requireWritable();
            try (var file = walk.parent().file(walk.name(), Set.of(StandardOpenOption.WRITE))) {
                file.truncate(0);
            }
        }
        if (request.writes()) {
            folder.requireWritable();
        }
        OpenFile.Channels channels = channels(walk);
        try {
            var location = new OpenFile.Location(walk.takeParent(), walk.name(), found);
            var file = new OpenFile(channels, location, process.transfer());
            file.rights = fileRights();
            return file;
        } catch (IOException failure) {
            channels.close();
            throw failure;
        }
    }

    /**
     * More than the guest asks for, as what it left out is easily forgotten and harms nobody;
     * reading and writing exactly as asked.
     */
    private long fileRights() {
        long rights = Rights.FILE & folder.inheriting;
        if (!request.reads()) {
            rights &= ~Rights.FD_READ;
        }
        if (!request.writes()) {
            rights &= ~WRITING;
        }
        return folder.isWritable() ? rights : rights & ~Rights.FD_FILESTAT_SET_TIMES;
    }

    private OpenFile.Channels channels(PathWalk walk) throws IOException {
        if (!request.appends()) {
            FileChannel file = walk.parent().file(walk.name(), options());
            return new OpenFile.Channels(file, file, false);
        }
        FileChannel writer = walk.parent().file(walk.name(), options());
        try {
            FileChannel reader =
                    request.reads()
                            ? walk.parent().file(walk.name(), Set.of(StandardOpenOption.READ))
                            : writer;
            return new OpenFile.Channels(reader, writer, true);
        } catch (IOException failure) {
            writer.close();
            throw failure;
        }
    }

    /** The JDK refuses to read and append through one channel. */
    private Set<OpenOption> options() {
        Set<OpenOption> options = new HashSet<>();
        if (request.writes()) {
            options.add(request.appends() ? StandardOpenOption.APPEND : StandardOpenOption.WRITE);
            if ((request.fdFlags & FdFlags.DSYNC) != 0) {
                options.add(StandardOpenOption.DSYNC);
            }
            if ((request.fdFlags & FdFlags.SYNC) != 0) {
                options.add(StandardOpenOption.SYNC);
            }
        }
        if (!request.appends() && (request.reads() || !request.writes())) {
            options.add(StandardOpenOption.READ);
        }
        return options;
    }
}
