// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import dev.zephyr.server.config.WorkerConfig.Folder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A folder of the host that a guest is given. Immutable.
 *
 * @param guestPath where the guest sees it, UTF-8
 */
record Mount(Folder folder, byte[] guestPath, HostFolder.Opener opener) {

    static Mount of(Folder folder, HostFolder.Opener opener) {
        return new Mount(folder, folder.to().getBytes(StandardCharsets.UTF_8), opener);
    }

    boolean writable() {
        return folder.writable();
    }

    HostFolder open() throws IOException {
        return opener.open(folder.from());
    }
}
