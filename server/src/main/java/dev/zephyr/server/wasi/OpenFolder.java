// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A folder that a guest has open. A mounted one is opened on the host only when it is first used: a
 * run that touches no file costs nothing. Confined to one worker thread.
 */
final class OpenFolder extends Descriptor {

    /** Names of one listing, which is kept while it is read. */
    static final int ENTRIES_MAX = 1 << 16;

    private final boolean writable;
    private final @Nullable Mount mount;
    private @Nullable HostFolder folder;
    private List<String> listing = List.of();

    private OpenFolder(boolean writable, @Nullable Mount mount, @Nullable HostFolder folder) {
        super(Rights.FOLDER, Rights.FOLDER | Rights.FILE);
        this.writable = writable;
        this.mount = mount;
        this.folder = folder;
    }

    static OpenFolder mounted(Mount mount) {
        return new OpenFolder(mount.writable(), mount, null);
    }

    /** One that the guest opened below another. */
    OpenFolder below(HostFolder opened) {
        var below = new OpenFolder(writable, null, opened);
        below.rights = Rights.FOLDER & inheriting;
        below.inheriting = inheriting;
        return below;
    }

    boolean isWritable() {
        return writable;
    }

    /** {@code EROFS} if what is in it may not be changed. */
    void requireWritable() throws WasiError {
        if (!writable) {
            throw new WasiError(Errno.ROFS);
        }
    }

    /** Only for one that the guest was given. */
    @Nullable Mount mount() {
        return mount;
    }

    HostFolder folder() throws IOException {
        if (folder == null) {
            if (mount == null) {
                throw new WasiError(Errno.BADF);
            }
            folder = mount.open();
        }
        return folder;
    }

    /**
     * Names from {@code .} and {@code ..} on; read again from the host when asked for the first.
     */
    List<String> listing(long first) throws IOException {
        if (first == 0 || listing.isEmpty()) {
            List<String> names = folder().names(ENTRIES_MAX);
            names.addAll(0, List.of(".", ".."));
            listing = names;
        }
        return listing;
    }

    @Override
    byte fileType() {
        return FileType.DIRECTORY;
    }

    @Override
    FileStatus status() throws IOException {
        return FileStatus.of(folder().attributes("."));
    }

    @Override
    void setTimes(FileTimes times) throws IOException {
        requireWritable();
        folder().setTimes(".", times.access(), times.modification());
    }

    @Override
    void sync(boolean metadata) {
        // Names are the host's to write out; the JDK has no call for it.
    }

    @Override
    void close() throws IOException {
        if (folder != null) {
            folder.close();
        }
    }
}
