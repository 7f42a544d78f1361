// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/**
 * One request to one URI, sent to an address that was judged before. Immutable.
 *
 * <p>The client is told the address; the name is only in {@code Host} and in the TLS parameters, by
 * which the certificate is judged. So there is no second look-up whose answer could differ from the
 * one that was judged (DNS rebinding). Each hop has a client of its own, since its pool would hand
 * out a connection made for another name at the same address.
 *
 * @param headers without those that belong to the connection
 */
record Hop(String method, URI uri, List<Header> headers, byte[] body) {

    /** Belong to the connection or are computed; what a guest says of them is ignored. */
    private static final Set<String> OF_CONNECTION =
            Set.of(
                    "connection",
                    "content-length",
                    "expect",
                    "host",
                    "http2-settings",
                    "keep-alive",
                    "proxy-connection",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade");

    private static final String ALLOW_HOST = "jdk.httpclient.allowRestrictedHeaders";

    static {
        // Read once, when the JDK's client is first used.
        String allowed = System.getProperty(ALLOW_HOST, "");
        System.setProperty(ALLOW_HOST, allowed.isEmpty() ? "host" : allowed + ",host");
    }

    Hop {
        headers =
                headers.stream()
                        .filter(header ->
                                !OF_CONNECTION.contains(header.name().toLowerCase(Locale.ROOT)))
                        .toList();
    }

    /**
     * Sends it to the first address that takes the connection.
     *
     * @param addresses at least one
     * @throws IllegalArgumentException if the host, or a header's name or value, is not one
     */
    HttpResponse<byte[]> send(List<InetAddress> addresses, OutboundClient.Settings settings)
            throws IOException, InterruptedException {
        IOException refused = new ConnectException();
        for (InetAddress address : addresses) {
            try {
                return send(address, settings);
            } catch (ConnectException | HttpConnectTimeoutException failure) {
                refused = failure;
            }
        }
        throw refused;
    }

    private HttpResponse<byte[]> send(InetAddress address, OutboundClient.Settings settings)
            throws IOException, InterruptedException {
        HttpRequest request = request(address);
        int bytesMax = settings.limits().responseBytesMax();
        HttpClient client =
                HttpClient.newBuilder()
                        .version(Version.HTTP_1_1)
                        .followRedirects(Redirect.NEVER)
                        .proxy(HttpClient.Builder.NO_PROXY)
                        .connectTimeout(settings.limits().connectTimeout())
                        .sslContext(tls(settings.trust()))
                        .sslParameters(names())
                        .executor(settings.executor())
                        .build();
        try {
            return client.send(request, _ -> new BoundedBody(bytesMax));
        } finally {
            client.shutdownNow();
        }
    }

    /** New each time: a session made for one name could be resumed for another, unchecked. */
    private static SSLContext tls(List<TrustManager> trust) throws IOException {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, trust.toArray(TrustManager[]::new), null);
            return tls;
        } catch (GeneralSecurityException failure) {
            throw new IOException("TLS: not available in this JVM", failure);
        }
    }

    /** The name that the server is told and its certificate must have; of an address none. */
    private SSLParameters names() {
        var parameters = new SSLParameters();
        String host = OutboundPolicy.hostOf(uri);
        if (OutboundPolicy.literal(host) == null) {
            parameters.setServerNames(List.of(new SNIHostName(host)));
        }
        return parameters;
    }

    private HttpRequest request(InetAddress address) {
        var builder =
                HttpRequest.newBuilder(pinned(address))
                        .method(
                                method,
                                body.length == 0
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofByteArray(body))
                        .header("Host", authority());
        headers.forEach(header -> builder.header(header.name(), header.value()));
        return builder.build();
    }

    private String authority() {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    private URI pinned(InetAddress address) {
        try {
            String literal = address.getHostAddress();
            int zone = literal.indexOf('%');
            String host = zone < 0 ? literal : literal.substring(0, zone);
            String path = uri.getRawPath();
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            return new URI(
                    uri.getScheme().toLowerCase(Locale.ROOT)
                            + "://"
                            + (host.contains(":") ? "[" + host + "]" : host)
                            + ":"
                            + OutboundPolicy.portOf(uri)
                            + (path == null || path.isEmpty() ? "/" : path)
                            + query);
        } catch (URISyntaxException failure) {
            throw new IllegalArgumentException(failure);
        }
    }
}
