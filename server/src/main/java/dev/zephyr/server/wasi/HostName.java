// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;

/** Names that a guest gives, before they reach the host's file system. Immutable. */
final class HostName {

    /**
     * What a folder is prepared under before it gets its name; guests neither see such names nor
     * reach them.
     */
    static final String STAGING_PREFIX = ".wws-staging-";

    private HostName() {}

    /** One component as a path of the host, or {@code EILSEQ}, or {@code EACCES} if reserved. */
    static Path path(String name) throws WasiError {
        if (isReserved(name)) {
            throw new WasiError(Errno.ACCES);
        }
        try {
            Path path = Path.of(name);
            if (path.isAbsolute() || path.getRoot() != null || path.getNameCount() != 1) {
                throw new WasiError(Errno.ILSEQ);
            }
            return path;
        } catch (InvalidPathException _) {
            throw new WasiError(Errno.ILSEQ);
        }
    }

    /** File systems of macOS and Windows do not tell upper case from lower. */
    static boolean isReserved(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith(STAGING_PREFIX);
    }
}
