// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.Response;
import java.util.function.Supplier;

/** What a tree of files says to a request. */
public sealed interface FileAnswer {

    /** An answer to be sent as it is. */
    record Ready(Response response) implements FileAnswer {}

    /**
     * The disk must be asked: not on an event loop.
     *
     * @param work blocks, then gives {@link Ready} or {@link Missing}; to be called once
     */
    record NeedsIo(Supplier<FileAnswer> work) implements FileAnswer {}

    /** There is no such file; another target may answer, else {@link FileTree#notFound}. */
    record Missing() implements FileAnswer {

        /** The only one that is needed. */
        public static final Missing INSTANCE = new Missing();
    }

    /** This, or what comes next if there is no such file. */
    default FileAnswer orElse(Supplier<FileAnswer> next) {
        return switch (this) {
            case Ready ready -> ready;
            case NeedsIo needsIo -> new NeedsIo(() -> needsIo.settled().orElse(next).settled());
            case Missing _ -> next.get();
        };
    }

    /** The answer after all blocking work. Blocks. */
    default FileAnswer settled() {
        FileAnswer answer = this;
        while (answer instanceof NeedsIo(var work)) {
            answer = work.get();
        }
        return answer;
    }
}
