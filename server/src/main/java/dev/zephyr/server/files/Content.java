// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.Body;

/** Where the bytes of a representation are. Immutable. */
sealed interface Content {

    /** How many bytes. */
    long length();

    /**
     * In memory.
     *
     * @param body never released for good: it may be sent any number of times
     */
    record InMemory(Body body) implements Content {
        @Override
        public long length() {
            return body.length();
        }
    }

    /**
     * In a file, to be sent from there.
     *
     * @param relative its name below the root
     * @param stamp the version meant
     */
    record OnDisk(String relative, FileStamp stamp) implements Content {
        @Override
        public long length() {
            return stamp.size();
        }
    }
}
