// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a guest's path leads: an open folder of the host and one name in it. Walks component by
 * component and resolves symbolic links itself, so that neither {@code ..}, nor an absolute path,
 * nor a link leads above the folder where it began. Confined to one worker thread.
 */
final class PathWalk implements AutoCloseable {

    /** Symbolic links in one path, as on Linux. */
    static final int LINKS_MAX = 40;

    /** Folders opened for one path; going up opens again from the beginning. */
    static final int STEPS_MAX = 1024;

    private final HostFolder start;
    private final Deque<String> pending = new ArrayDeque<>();
    private final List<String> entered = new ArrayList<>();
    private @Nullable HostFolder opened;
    private String name = ".";
    private @Nullable BasicFileAttributes attributes;
    private boolean mustBeFolder;
    private int links;
    private int steps;

    private PathWalk(HostFolder start) {
        this.start = start;
    }

    /**
     * Walks a path.
     *
     * @param followLast whether a link as the last component is followed
     * @throws WasiError {@code EPERM} if the path leads out, {@code ELOOP}, {@code ENOENT} and so
     *     on
     */
    static PathWalk of(HostFolder start, String path, boolean followLast) throws IOException {
        var walk = new PathWalk(start);
        try {
            walk.push(path);
            walk.run(followLast);
            return walk;
        } catch (IOException | RuntimeException | Error failure) {
            walk.close();
            throw failure;
        }
    }

    /** The folder that the last component is in. */
    HostFolder parent() {
        return opened == null ? start : opened;
    }

    /** The last component; {@code "."} if the path leads to {@link #parent()} itself. */
    String name() {
        return name;
    }

    /** The last component, which must be a name that can be made or removed. */
    String changeableName() throws WasiError {
        if (".".equals(name)) {
            throw new WasiError(Errno.INVAL);
        }
        return name;
    }

    /** What is there; null if nothing is. */
    @Nullable BasicFileAttributes attributes() {
        return attributes;
    }

    /** What is there, or {@code ENOENT}. */
    BasicFileAttributes existing() throws WasiError {
        if (attributes == null) {
            throw new WasiError(Errno.NOENT);
        }
        return attributes;
    }

    /** The path ended with a slash. */
    boolean mustBeFolder() {
        return mustBeFolder;
    }

    /** How many folders below the start the parent is. */
    int depth() {
        return entered.size();
    }

    /** Hands the open parent over to the caller, who closes it. */
    HostFolder takeParent() throws IOException {
        HostFolder taken = opened == null ? start.folder(".") : opened;
        opened = null;
        return taken;
    }

    private void push(String path) throws WasiError {
        if (path.startsWith("/")) {
            throw new WasiError(Errno.PERM);
        }
        if (pending.isEmpty()) {
            mustBeFolder |= path.endsWith("/");
        }
        List<String> components = List.of(path.split("/", -1));
        for (String component : components.reversed()) {
            if (!component.isEmpty()) {
                pending.push(component);
            }
        }
    }

    private void run(boolean followLast) throws IOException {
        while (!pending.isEmpty()) {
            String component = pending.pop();
            switch (component) {
                case "." -> {}
                case ".." -> leave();
                default -> {
                    if (step(component, followLast)) {
                        return;
                    }
                }
            }
        }
        attributes = parent().attributes(".");
    }

    /** Takes one component; true if it was the last. */
    private boolean step(String component, boolean followLast) throws IOException {
        boolean last = pending.isEmpty();
        BasicFileAttributes found = lookUp(component);
        if (found != null && found.isSymbolicLink() && (!last || followLast || mustBeFolder)) {
            follow(component);
            return false;
        }
        if (last) {
            finish(component, found);
            return true;
        }
        enter(component, found);
        return false;
    }

    private @Nullable BasicFileAttributes lookUp(String component) throws IOException {
        try {
            return parent().attributes(component);
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    private void follow(String component) throws IOException {
        if (++links > LINKS_MAX) {
            throw new WasiError(Errno.LOOP);
        }
        String text = parent().readLink(component);
        if (text.length() > GuestPath.BYTES_MAX) {
            throw new WasiError(Errno.NAMETOOLONG);
        }
        push(text);
    }

    private void finish(String component, @Nullable BasicFileAttributes found) throws WasiError {
        if (mustBeFolder && found != null && !found.isDirectory()) {
            throw new WasiError(Errno.NOTDIR);
        }
        name = component;
        attributes = found;
    }

    private void enter(String component, @Nullable BasicFileAttributes found) throws IOException {
        if (found == null) {
            throw new WasiError(Errno.NOENT);
        }
        if (!found.isDirectory()) {
            throw new WasiError(Errno.NOTDIR);
        }
        replaceParent(open(component));
        entered.add(component);
    }

    private void leave() throws IOException {
        if (entered.isEmpty()) {
            throw new WasiError(Errno.PERM);
        }
        entered.removeLast();
        replaceParent(null);
        for (String component : entered) {
            replaceParent(open(component));
        }
    }

    private HostFolder open(String component) throws IOException {
        if (++steps > STEPS_MAX) {
            throw new WasiError(Errno.LOOP);
        }
        return parent().folder(component);
    }

    private void replaceParent(@Nullable HostFolder next) throws IOException {
        HostFolder previous = opened;
        opened = next;
        if (previous != null) {
            previous.close();
        }
    }

    @Override
    public void close() throws IOException {
        replaceParent(null);
    }
}
