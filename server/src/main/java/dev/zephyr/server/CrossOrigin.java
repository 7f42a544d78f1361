// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.Response;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which other origins' pages may read the answers (the CORS protocol of the Fetch standard, section
 * 3.2). Immutable.
 *
 * <p>A field that a worker sets itself stays as it is.
 */
final class CrossOrigin {

    private static final String ALLOW_ORIGIN = "Access-Control-Allow-Origin";
    private static final String ANY = "*";

    /** How long a browser may keep the answer to a preflight. */
    private static final String MAX_AGE_SECONDS = "600";

    private final Set<String> origins;
    private final boolean any;

    private CrossOrigin(Set<String> origins) {
        this.origins = origins;
        this.any = origins.contains(ANY);
    }

    /**
     * The policy for a list of origins.
     *
     * @param origins as browsers send them, or {@code *}; empty: no field is ever added
     */
    static CrossOrigin of(List<String> origins) {
        return new CrossOrigin(Set.copyOf(origins));
    }

    /**
     * The answer to a preflight request from an origin that is allowed; else the target answers.
     */
    Optional<Response> preflight(Request request) {
        String origin = allowed(request);
        String method = request.headers().first("access-control-request-method");
        if (origin == null || method == null || !request.method().equals("OPTIONS")) {
            return Optional.empty();
        }
        HeaderBlock.Builder headers = HeaderBlock.builder();
        headers.add(ALLOW_ORIGIN, origin);
        if (HeaderBlock.problem("m", method) == null) {
            headers.add("Access-Control-Allow-Methods", method);
        }
        String names = request.headers().combined("access-control-request-headers");
        if (names != null && HeaderBlock.problem("h", names) == null) {
            headers.add("Access-Control-Allow-Headers", names);
        }
        headers.add("Access-Control-Max-Age", MAX_AGE_SECONDS);
        headers.add(
                "Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
        return Optional.of(Response.of(204, headers.build()));
    }

    /** The response with what the request's origin may know. */
    Response apply(Request request, Response response) {
        if (origins.isEmpty() || response.headers().first(ALLOW_ORIGIN) != null) {
            return response;
        }
        HeaderBlock.Builder headers = response.headers().toBuilder();
        String origin = any ? ANY : allowed(request);
        if (origin != null) {
            headers.add(ALLOW_ORIGIN, origin);
        }
        if (!any) {
            // Also without an origin: a cache must not give this answer to a page of another one.
            headers.add("Vary", "Origin");
        }
        return new Response(response.status(), headers.build(), response.body());
    }

    private @Nullable String allowed(Request request) {
        if (origins.isEmpty()) {
            return null;
        }
        String origin = request.headers().first("origin");
        if (origin == null) {
            return null;
        }
        return any ? ANY : origins.contains(origin) ? origin : null;
    }
}
