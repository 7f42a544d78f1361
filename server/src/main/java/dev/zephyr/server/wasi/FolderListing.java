// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the names of a folder. Immutable. */
final class FolderListing {

    private FolderListing() {}

    /** The names, without reserved ones; {@code EOVERFLOW} if there are more than {@code max}. */
    static List<String> names(DirectoryStream<Path> listing, int max) throws IOException {
        List<String> names = new ArrayList<>();
        try {
            for (Path entry : listing) {
                Path name = entry.getFileName();
                if (name != null && !HostName.isReserved(name.toString())) {
                    if (names.size() == max) {
                        throw new WasiError(Errno.OVERFLOW);
                    }
                    names.add(name.toString());
                }
            }
        } catch (DirectoryIteratorException failure) {
            throw failure.getCause();
        }
        return names;
    }
}
