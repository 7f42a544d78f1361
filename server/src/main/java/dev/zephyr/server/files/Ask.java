// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way through the steps. Immutable.
 *
 * @param request as received
 * @param target as received
 * @param path what is looked up: decoded, after rewriting
 * @param attempt counts from 1; a file that changes under a request is looked up again
 */
record Ask(Request request, RequestTarget.Path target, String path, int attempt) {

    /** The name of what is looked for, in the cache. */
    String key() {
        return folderOnly() ? path + "/" : path;
    }

    /** Null if no file can be meant. */
    @Nullable SafePath safePath() {
        return SafePath.of(path, folderOnly());
    }

    Ask again() {
        return new Ask(request, target, path, attempt + 1);
    }

    private boolean folderOnly() {
        return target.trailingSlash() && path.length() > 1;
    }
}
