// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.Headers;
import dev.zephyr.server.http.Preconditions;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.Validators;
import java.time.InstantSource;

/** Step 3, condition: whether the client has the version already, or wants another (section 13). */
final class Condition {

    private Condition() {}

    /** For {@code GET} and {@code HEAD}; most requests have no condition and cost nothing here. */
    static Preconditions.Outcome of(Request request, Validators current, InstantSource clock) {
        Headers headers = request.headers();
        return hasAny(headers)
                ? new Preconditions(headers, clock.instant()).evaluate(current, true)
                : Preconditions.Outcome.PROCEED;
    }

    private static boolean hasAny(Headers headers) {
        return headers.has("if-none-match")
                || headers.has("if-modified-since")
                || headers.has("if-match")
                || headers.has("if-unmodified-since");
    }
}
