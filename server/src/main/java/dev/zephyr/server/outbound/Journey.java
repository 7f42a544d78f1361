// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import dev.zephyr.server.outbound.BoundedBody.BodyFailed;
import dev.zephyr.server.outbound.Outcome.Failed;
import dev.zephyr.server.outbound.Outcome.Responded;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request from its URI over its redirects to an outcome; the policy judges every hop. Confined
 * to the request's virtual thread.
 */
final class Journey {

    /** Redirects followed, as wws does. */
    static final int REDIRECTS_MAX = 10;

    /** Addresses of one host that are tried. */
    static final int ADDRESSES_MAX = 4;

    /** Are for one host only and are not sent to another. */
    private static final Set<String> SECRETS =
            Set.of("authorization", "cookie", "proxy-authorization");

    private final OutboundPolicy policy;
    private final OutboundClient.Settings settings;

    Journey(OutboundPolicy policy, OutboundClient.Settings settings) {
        this.policy = policy;
        this.settings = settings;
    }

    Outcome send(OutboundRequest request) throws InterruptedException {
        URI uri = parse(request.uri());
        if (uri == null) {
            return failed(OutboundError.INVALID_REQUEST, "The URI is not valid");
        }
        var hop = new Hop(request.method(), uri, request.headers(), request.body());
        for (int redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
            switch (visit(hop)) {
                case Step.Arrived(var outcome) -> {
                    return outcome;
                }
                case Step.Redirected(var next) -> hop = next;
            }
        }
        return failed(OutboundError.REDIRECT_LOOP, "There are too many redirects");
    }

    /** What follows from one hop. */
    private sealed interface Step {
        record Arrived(Outcome outcome) implements Step {}

        record Redirected(Hop next) implements Step {}
    }

    private Step visit(Hop hop) throws InterruptedException {
        Optional<String> refusal = policy.refusal(hop.method(), hop.uri());
        if (refusal.isPresent()) {
            return arrived(OutboundError.NOT_ALLOWED, refusal.get());
        }
        try {
            List<InetAddress> addresses = allowedAddresses(hop.uri());
            if (addresses.isEmpty()) {
                return arrived(
                        OutboundError.NOT_ALLOWED,
                        "The host '"
                                + hop.uri().getHost()
                                + "' has an address that is not public. Allow the address itself"
                                + " in the worker configuration.");
            }
            return follow(hop, hop.send(addresses, settings));
        } catch (HttpTimeoutException _) {
            return arrived(OutboundError.TIMEOUT, "The host took too long to answer");
        } catch (UnknownHostException _) {
            return arrived(OutboundError.INVALID_REQUEST, "The host has no address");
        } catch (IllegalArgumentException _) {
            return arrived(OutboundError.INVALID_REQUEST, "The host or a header is not valid");
        } catch (IOException failure) {
            return broken(failure);
        }
    }

    /** The JDK's client wraps what a subscriber fails with. */
    private static Step broken(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BodyFailed body) {
                return arrived(
                        OutboundError.INVALID_RESPONSE_BODY, String.valueOf(body.getMessage()));
            }
        }
        return arrived(OutboundError.INVALID_REQUEST, "The request could not be sent");
    }

    private List<InetAddress> allowedAddresses(URI uri) throws UnknownHostException {
        return settings.resolver().addresses(OutboundPolicy.hostOf(uri)).stream()
                .filter(address -> policy.allowsAddress(uri, address))
                .limit(ADDRESSES_MAX)
                .toList();
    }

    private static Step follow(Hop hop, HttpResponse<byte[]> response) {
        Optional<String> location = response.headers().firstValue("location");
        if (!isRedirect(response.statusCode()) || location.isEmpty()) {
            return new Step.Arrived(responded(response));
        }
        URI target = resolve(hop.uri(), location.get());
        if (target == null) {
            return new Step.Arrived(responded(response));
        }
        return new Step.Redirected(next(hop, target, response.statusCode()));
    }

    private static boolean isRedirect(int status) {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    /** RFC 9110 section 15.4: 307 and 308 keep the method, of the others only GET and HEAD do. */
    private static Hop next(Hop hop, URI target, int status) {
        boolean keepsMethod =
                status >= 307 || hop.method().equals("GET") || hop.method().equals("HEAD");
        List<Header> headers = new ArrayList<>(hop.headers());
        if (!isSameOrigin(hop.uri(), target)) {
            headers.removeIf(header -> SECRETS.contains(lowerCase(header.name())));
        }
        if (keepsMethod) {
            return new Hop(hop.method(), target, headers, hop.body());
        }
        headers.removeIf(header -> lowerCase(header.name()).startsWith("content-"));
        return new Hop("GET", target, headers, new byte[0]);
    }

    private static boolean isSameOrigin(URI one, URI other) {
        return OutboundPolicy.hostOf(one).equals(OutboundPolicy.hostOf(other))
                && OutboundPolicy.portOf(one) == OutboundPolicy.portOf(other)
                && OutboundPolicy.isHttps(one) == OutboundPolicy.isHttps(other);
    }

    private static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static @Nullable URI resolve(URI base, String location) {
        try {
            return valid(base.resolve(new URI(location)));
        } catch (URISyntaxException | IllegalArgumentException _) {
            return null;
        }
    }

    private static @Nullable URI parse(String uri) {
        try {
            return valid(new URI(uri));
        } catch (URISyntaxException _) {
            return null;
        }
    }

    /** Absolute, with a host; user and password would be lost on the way and are refused. */
    private static @Nullable URI valid(URI uri) {
        boolean http = "http".equalsIgnoreCase(uri.getScheme()) || OutboundPolicy.isHttps(uri);
        boolean valid =
                http
                        && uri.getHost() != null
                        && uri.getRawUserInfo() == null
                        && uri.getPort() <= 65_535;
        return valid ? uri : null;
    }

    private static Responded responded(HttpResponse<byte[]> response) {
        List<Header> headers = new ArrayList<>();
        response.headers()
                .map()
                .forEach((name, values) ->
                        values.forEach(value -> headers.add(new Header(lowerCase(name), value))));
        return new Responded(response.statusCode(), headers, response.body());
    }

    private static Step arrived(OutboundError error, String message) {
        return new Step.Arrived(failed(error, message));
    }

    private static Failed failed(OutboundError error, String message) {
        return new Failed(error, message);
    }
}
