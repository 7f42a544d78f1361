// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.files.FileAnswer.Missing;
import dev.zephyr.server.files.FileAnswer.Ready;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Response;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Answers to what the file system refuses. Thread-safe. */
final class Failure {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.files");

    /** The file is there, but the server may not read it. */
    static final FileAnswer FORBIDDEN = new Ready(Response.text(403, "Forbidden\n"));

    /** Seconds after which a client may try again: descriptors come back, disks mostly don't. */
    private static final String RETRY_AFTER_SECONDS = "1";

    private Failure() {}

    /**
     * The answer to an error, which is logged unless it is the client's.
     *
     * @param relative the file's name below the root
     */
    static FileAnswer answer(String relative, IOException error) {
        if (error instanceof NoSuchFileException) {
            return Missing.INSTANCE;
        }
        if (error instanceof AccessDeniedException) {
            return FORBIDDEN;
        }
        LOG.log(System.Logger.Level.ERROR, () -> "file: " + relative + ": " + error);
        return unavailable();
    }

    /** 503. */
    static FileAnswer unavailable() {
        HeaderBlock headers =
                HeaderBlock.of(
                        "Content-Type", "text/plain; charset=utf-8",
                        "Cache-Control", "no-store",
                        "Retry-After", RETRY_AFTER_SECONDS);
        Response text = Response.text(503, "The file can't be read at the moment.\n");
        return new Ready(new Response(503, headers, text.body()));
    }
}
