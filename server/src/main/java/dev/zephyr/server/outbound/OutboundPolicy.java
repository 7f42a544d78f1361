// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import dev.zephyr.server.config.WorkerConfig.OutboundHttp;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What requests a worker may make. Made once per worker. Immutable.
 *
 * <p>A host that is allowed by its name may still have an address of the own network, by mistake or
 * because somebody changed its entry to reach what only this server reaches. So such an address is
 * refused unless it is itself one of the allowed hosts, or the host is {@code localhost}.
 */
public final class OutboundPolicy {

    private final List<HostPattern> hosts;
    private final Set<String> methods;
    private final boolean allowHttp;

    private OutboundPolicy(List<HostPattern> hosts, Set<String> methods, boolean allowHttp) {
        this.hosts = hosts;
        this.methods = methods;
        this.allowHttp = allowHttp;
    }

    /** The policy that a worker's TOML states. */
    public static OutboundPolicy of(OutboundHttp http) {
        List<HostPattern> hosts = http.allowedHosts().stream().map(HostPattern::of).toList();
        return new OutboundPolicy(hosts, http.allowedMethods(), http.allowHttp());
    }

    /** Why a hop is refused, in the words that workers know; empty if it is allowed. */
    Optional<String> refusal(String method, URI uri) {
        if (!allowsHost(uri)) {
            return Optional.of(
                    "The host '"
                            + uri.getHost()
                            + "' is not allowed for this worker. Please, update the worker"
                            + " configuration.");
        }
        if (!isHttps(uri) && !allowHttp) {
            return Optional.of(
                    "The URI must use HTTPS. You can allow http requests in the worker"
                            + " configuration");
        }
        if (!methods.contains(method)) {
            return Optional.of(
                    "The method '"
                            + method
                            + "' is not allowed for this worker. Please, update the"
                            + " configuration.");
        }
        return Optional.empty();
    }

    private boolean allowsHost(URI uri) {
        String host = hostOf(uri);
        int port = portOf(uri);
        return hosts.stream().anyMatch(pattern -> pattern.matches(host, port));
    }

    /** Whether a connection may be made to this address of the host of an allowed URI. */
    boolean allowsAddress(URI uri, InetAddress address) {
        if (AddressRange.isPublic(address)) {
            return true;
        }
        if (address.isLoopbackAddress() && "localhost".equals(hostOf(uri))) {
            return true;
        }
        int port = portOf(uri);
        return hosts.stream()
                .filter(pattern -> !pattern.wildcard())
                .anyMatch(pattern -> isListed(pattern, address, port));
    }

    private static boolean isListed(HostPattern pattern, InetAddress address, int port) {
        InetAddress listed = literal(pattern.host());
        return address.equals(listed) && pattern.matches(pattern.host(), port);
    }

    /** The address that the host is; null if it is a name. */
    static @Nullable InetAddress literal(String host) {
        try {
            return InetAddress.ofLiteral(host);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    static boolean isHttps(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme());
    }

    /** In lower case, an IPv6 address without brackets. */
    static String hostOf(URI uri) {
        String host = HostPattern.withoutBrackets(uri.getHost().toLowerCase(Locale.ROOT));
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }

    static int portOf(URI uri) {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return isHttps(uri) ? 443 : 80;
    }
}
