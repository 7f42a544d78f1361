// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import java.util.Map;

/** Which worker, if any, takes a path. */
public sealed interface Match {

    /** A worker with exactly this path; it takes precedence over a file. */
    record Static(Route route) implements Match {}

    /**
     * A worker whose route has parameters; a file takes precedence over it.
     *
     * @param params from name to value, in which {@code %25}, {@code %2F} and {@code %2B} are left
     *     encoded
     */
    record Dynamic(Route route, Map<String, String> params) implements Match {
        public Dynamic {
            params = Map.copyOf(params);
        }
    }

    /** No worker. */
    record None() implements Match {}
}
