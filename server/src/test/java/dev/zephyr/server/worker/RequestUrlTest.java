// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.Headers;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.TrustedProxies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestUrlTest {

    private static final TrustedProxies LOOPBACK =
            new TrustedProxies(List.of(TrustedProxies.Network.parse("127.0.0.0/8").orElseThrow()));

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "/a, h.example, http://h.example/a",
                "/a?b=c, h.example:8443, http://h.example:8443/a?b=c",
                "/a?, h.example, http://h.example/a?",
                "/a//b///c/, h.example, http://h.example/a/b/c",
                "/, h.example, http://h.example/",
                "//, h.example, http://h.example/",
                "/a%20b, h.example, http://h.example/a%20b",
                "/a%2Fb/, h.example, http://h.example/a%2Fb",
                "http://other/a, h.example, http://other/a",
                "/a, '', /a"
            })
    void isBuiltFromTheHostAndTheRawPath(String target, String host, String url) {
        assertThat(url(LOOPBACK, target, Headers.of("host", host))).isEqualTo(url);
    }

    @Test
    void withoutAHostTheConfiguredOneIsTaken() {
        assertThat(url(LOOPBACK, "/a", Headers.of())).isEqualTo("http://127.0.0.1:8080/a");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "forwarded, 'proto=https;host=g.example', https://g.example/a",
                "forwarded, 'for=1.2.3.4;Proto=https', https://h/a",
                "forwarded, 'host=\"g:81\"', http://g:81/a",
                "forwarded, 'host=spoofed, host=g', http://g/a",
                "forwarded, 'proto=javascript', http://h/a",
                "x-forwarded-proto, https, https://h/a",
                "x-forwarded-host, 'spoofed, g', http://g/a"
            })
    void d46ATrustedProxyIsBelieved(String name, String value, String url) {
        Headers headers = Headers.of("host", "h", name, value);

        assertThat(url(LOOPBACK, "/a", headers)).isEqualTo(url);
        assertThat(url(TrustedProxies.NONE, "/a", headers)).isEqualTo("http://h/a");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "0.0.0.0/0, 8.8.8.8, true",
        "10.128.0.0/9, 10.200.0.1, true",
        "10.128.0.0/9, 10.127.0.1, false",
        "fd00::/8, fd12::1, true",
        "fd00::/8, fe80::1, false",
        "fd00::/8, 10.0.0.1, false"
    })
    void networksAreInCidrNotation(String network, String peer, boolean contained)
            throws Exception {
        TrustedProxies proxies =
                new TrustedProxies(List.of(TrustedProxies.Network.parse(network).orElseThrow()));

        assertThat(proxies.contains(InetAddress.ofLiteral(peer))).isEqualTo(contained);
    }

    private static String url(TrustedProxies proxies, String target, Headers headers) {
        RequestTarget.Path path = (RequestTarget.Path) RequestTarget.parse(target);
        Request request =
                new Request(
                        "GET",
                        path,
                        headers,
                        new byte[0],
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                        false);
        return new RequestUrl(proxies, () -> "127.0.0.1:8080").of(request, path);
    }
}
