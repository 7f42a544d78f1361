// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.ContentCoding;
import java.util.Map;

/** What a path names in the tree, as the file system said at one moment. Immutable. */
sealed interface Location {

    /**
     * A file to be sent.
     *
     * @param relative its name below the root, segments joined by slashes
     * @param stamp its version
     * @param siblings versions of the files beside it that hold a coding of it
     * @param viaFolder whether the path named the folder whose index it is
     */
    record File(
            String relative,
            FileStamp stamp,
            Map<ContentCoding, FileStamp> siblings,
            boolean viaFolder)
            implements Location {

        /** The last segment of its name. */
        String name() {
            return relative.substring(relative.lastIndexOf('/') + 1);
        }
    }

    /** A folder without an index. */
    record Folder(String relative) implements Location {}

    /** Nothing that is served. */
    record Nowhere() implements Location {}

    /** Something that the server may not read. */
    record Forbidden() implements Location {}

    /** Nothing that is served. */
    Location NOWHERE = new Nowhere();

    /** Something that the server may not read. */
    Location FORBIDDEN = new Forbidden();
}
