// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.Headers;
import dev.zephyr.server.http.Preconditions;
import dev.zephyr.server.http.RangeHeader;
import dev.zephyr.server.http.RangeSelection;
import dev.zephyr.server.http.Request;
import java.time.InstantSource;
import java.util.List;

/** Step 4, range: which parts of the content are to be sent (RFC 9110 section 14). */
final class Ranging {

    private Ranging() {}

    /** All of it unless a {@code GET} asks for parts of this very version. */
    static RangeSelection of(Request request, Variant variant, InstantSource clock) {
        Headers headers = request.headers();
        if (!request.method().equals("GET") || !headers.has("range")) {
            return RangeSelection.WHOLE;
        }
        List<String> values = headers.all("range");
        if (values.size() > 1) {
            return RangeSelection.WHOLE;
        }
        RangeHeader ranges = RangeHeader.parse(values.getFirst());
        if (ranges == null
                || !new Preconditions(headers, clock.instant()).rangeCounts(variant.validators())) {
            return RangeSelection.WHOLE;
        }
        return ranges.select(variant.content().length());
    }
}
