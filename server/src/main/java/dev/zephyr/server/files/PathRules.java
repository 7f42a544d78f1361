// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.PercentEncoding;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import org.jspecify.annotations.Nullable;

/** Redirects and rewrites, before any file is looked for. Immutable. */
record PathRules(FileRules rules) {

    private static final String PLAIN = "-._~!$&'()*+,;=:@/";

    /** Where a path has moved to; null if it has not. */
    @Nullable Response redirect(RequestTarget.Path target) {
        for (FileRules.Redirect rule : rules.redirects()) {
            if (rule.pattern().matches(target.path())) {
                return to(rule.location(), target.query(), rule.status());
            }
        }
        return null;
    }

    /** The path that is looked up for a path. */
    String rewritten(String path) {
        for (FileRules.Rewrite rule : rules.rewrites()) {
            if (rule.pattern().matches(path)) {
                return rule.path();
            }
        }
        return path;
    }

    /** The same path with a slash; relative to the host that the client knows. */
    static Response withSlash(RequestTarget.Path target) {
        return to(encode(target.path()) + "/", target.query(), 308);
    }

    private static Response to(String location, @Nullable String query, int status) {
        boolean carries = query != null && location.indexOf('?') < 0;
        String full = carries ? location + "?" + query : location;
        return Response.of(status, HeaderBlock.of("Location", full));
    }

    /** Percent-encodes a decoded path, which starts with exactly one slash. */
    static String encode(String path) {
        return PercentEncoding.encode(path, PLAIN);
    }
}
