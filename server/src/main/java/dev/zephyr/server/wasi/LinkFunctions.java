// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** {@code path_*} about symbolic and hard links. Immutable. */
final class LinkFunctions {

    private LinkFunctions() {}

    /** A link to an absolute path is the operator's: its text would name folders of the host. */
    static long readLink(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        OpenFolder folder = FolderFunctions.folder(process, (int) in[0], Rights.PATH_READLINK);
        GuestRange.check(memory, (int) in[3], (int) in[4]);
        GuestRange.check(memory, (int) in[5], Integer.BYTES);
        String path = GuestPath.read(memory, (int) in[1], (int) in[2]);
        try (var walk = PathWalk.of(folder.folder(), path, false)) {
            if (!walk.existing().isSymbolicLink()) {
                return Errno.INVAL;
            }
            String text = walk.parent().readLink(walk.name());
            if (text.startsWith("/")) {
                return Errno.PERM;
            }
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            int count = Math.min(bytes.length, (int) in[4]);
            memory.write((int) in[3], bytes, 0, count);
            memory.putInt((int) in[5], count);
        }
        return Errno.SUCCESS;
    }

    static long symbolicLink(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        OpenFolder folder = FolderFunctions.folder(process, (int) in[2], Rights.PATH_SYMLINK);
        String text = GuestPath.read(memory, (int) in[0], (int) in[1]);
        String path = GuestPath.read(memory, (int) in[3], (int) in[4]);
        return PathFunctions.change(folder, path, false, walk -> symbolicLink(walk, text));
    }

    private static void symbolicLink(PathWalk walk, String text) throws IOException {
        if (walk.mustBeFolder()) {
            throw new WasiError(Errno.NOENT);
        }
        PathFunctions.requireAbsent(walk);
        requireInside(text, walk.depth());
        walk.parent().createSymbolicLink(walk.name(), text);
    }

    /**
     * A guest follows links by {@link PathWalk} only, but other programs of the host may read the
     * same folder. So {@code ..} may stand at the beginning only, where it goes up real folders,
     * and not more often than the link is deep; after another link it could lead anywhere.
     */
    private static void requireInside(String text, int depth) throws WasiError {
        if (text.startsWith("/")) {
            throw new WasiError(Errno.PERM);
        }
        int up = 0;
        boolean down = false;
        for (String component : text.split("/", -1)) {
            switch (component) {
                case "", "." -> {}
                case ".." -> {
                    up++;
                    if (down || up > depth) {
                        throw new WasiError(Errno.PERM);
                    }
                }
                default -> down = true;
            }
        }
    }

    static long link(WasiProcess process, GuestBytes memory, long[] in) throws IOException {
        OpenFolder source = FolderFunctions.folder(process, (int) in[0], Rights.PATH_LINK_SOURCE);
        OpenFolder target = FolderFunctions.folder(process, (int) in[4], Rights.PATH_LINK_TARGET);
        String oldPath = GuestPath.read(memory, (int) in[2], (int) in[3]);
        String newPath = GuestPath.read(memory, (int) in[5], (int) in[6]);
        boolean follow = PathFunctions.follows((int) in[1]);
        return PathFunctions.change(
                source,
                oldPath,
                follow,
                from -> PathFunctions.change(target, newPath, false, to -> link(from, to)));
    }

    /** Only regular files, as with {@code rename}; a folder never has two names. */
    private static void link(PathWalk from, PathWalk to) throws IOException {
        if (from.existing().isDirectory()) {
            throw new WasiError(Errno.PERM);
        }
        if (!from.existing().isRegularFile()) {
            throw new WasiError(Errno.NOTSUP);
        }
        PathFunctions.requireAbsent(to);
        if (to.mustBeFolder()) {
            throw new WasiError(Errno.NOENT);
        }
        from.parent().createLink(from.changeableName(), to.parent(), to.changeableName());
    }
}
