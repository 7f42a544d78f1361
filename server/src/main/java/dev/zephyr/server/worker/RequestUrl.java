// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.TrustedProxies;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The absolute URL under which a client sees the request. Immutable.
 *
 * <p>Behind a trusted proxy its word counts ({@code Forwarded}, RFC 7239, before {@code
 * X-Forwarded-*}); of several elements the last, which is the one that the trusted peer wrote.
 * Anybody else's word does not.
 *
 * @param proxies whose fields are believed
 * @param defaultAuthority host and port for a request that names none
 */
record RequestUrl(TrustedProxies proxies, Supplier<String> defaultAuthority) {

    String of(Request request, RequestTarget.Path target) {
        boolean trusted =
                !proxies.networks().isEmpty() && proxies.contains(request.peer().getAddress());
        String authority = authority(request, target, trusted);
        String path = target.query() == null ? path(target) : path(target) + "?" + target.query();
        return authority.isEmpty() ? path : scheme(request, trusted) + "://" + authority + path;
    }

    private static String scheme(Request request, boolean trusted) {
        String forwarded = trusted ? forwarded(request, "proto", "x-forwarded-proto") : null;
        if (forwarded != null && (forwarded.equals("http") || forwarded.equals("https"))) {
            return forwarded;
        }
        return request.secure() ? "https" : "http";
    }

    private String authority(Request request, RequestTarget.Path target, boolean trusted) {
        String forwarded = trusted ? forwarded(request, "host", "x-forwarded-host") : null;
        if (forwarded != null && !forwarded.isEmpty()) {
            return forwarded;
        }
        if (target.authority() != null) {
            return target.authority();
        }
        String host = request.headers().first("host");
        return host == null ? defaultAuthority.get() : host;
    }

    /** As it stood, but for repeated slashes and one at the end, which routing does not see. */
    private static String path(RequestTarget.Path target) {
        String raw = target.raw();
        if (raw.equals(target.path())) {
            return raw;
        }
        String single = raw.replaceAll("/{2,}", "/");
        return single.length() > 1 && single.endsWith("/")
                ? single.substring(0, single.length() - 1)
                : single;
    }

    private static @Nullable String forwarded(Request request, String parameter, String legacy) {
        String forwarded = request.headers().combined("forwarded");
        if (forwarded != null) {
            String last = lastElement(forwarded);
            for (String pair : last.split(";", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0 && pair.substring(0, equals).strip().equalsIgnoreCase(parameter)) {
                    return unquoted(pair.substring(equals + 1).strip());
                }
            }
        }
        String value = request.headers().combined(legacy);
        return value == null ? null : lastElement(value);
    }

    private static String lastElement(String list) {
        return list.substring(list.lastIndexOf(',') + 1).strip();
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1).replace("\\", "") : value;
    }
}
