// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.ContentCoding;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.http.Validators;
import org.jspecify.annotations.Nullable;

/**
 * One representation of one version of a file, with the answers to the usual requests built in
 * advance. Immutable.
 */
final class Variant {

    private final ContentCoding coding;
    private final Content content;
    private final Validators validators;
    private final HeaderBlock headers;
    private final FileAnswer notModified;
    private final @Nullable FileAnswer whole;

    Variant(ContentCoding coding, Content content, Validators validators, HeaderBlock headers) {
        this.coding = coding;
        this.content = content;
        this.validators = validators;
        this.headers = headers;
        this.notModified = new FileAnswer.Ready(new Response(304, headers, Body.EMPTY));
        this.whole =
                content instanceof Content.InMemory(var body)
                        ? new FileAnswer.Ready(new Response(200, headers, body))
                        : null;
    }

    ContentCoding coding() {
        return coding;
    }

    Content content() {
        return content;
    }

    Validators validators() {
        return validators;
    }

    /** What the answer with status 200 says. */
    HeaderBlock headers() {
        return headers;
    }

    /** The answer to a client that has this version. */
    FileAnswer notModified() {
        return notModified;
    }

    /** The answer with all of the content; null if it must be sent from disk. */
    @Nullable FileAnswer whole() {
        return whole;
    }

    /** What it takes of memory, about. */
    long weight() {
        long inMemory = content instanceof Content.InMemory(var body) ? body.length() : 0;
        return inMemory + 3L * headers.encoded().length + 256;
    }
}
