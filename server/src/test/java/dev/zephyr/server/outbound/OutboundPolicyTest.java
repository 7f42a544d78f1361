// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.config.WorkerConfig.OutboundHttp;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OutboundPolicyTest {

    private static OutboundPolicy policy(String... hosts) {
        return OutboundPolicy.of(new OutboundHttp(List.of(hosts), Set.of("GET"), true));
    }

    @ParameterizedTest
    @CsvSource({
        "x.org, https://x.org/, true",
        "x.org, https://X.ORG:8443/a, true",
        "X.org, https://x.org/, true",
        "x.org, https://x.org./, true",
        "x.org, https://a.x.org/, false",
        "x.org, https://x.org.evil.com/, false",
        "x.org, https://evilx.org/, false",
        "*.x.org, https://a.x.org/, true",
        "*.x.org, https://a.b.x.org/, true",
        "*.x.org, https://x.org/, false",
        "*.x.org, https://evilx.org/, false",
        "x.org:8443, https://x.org:8443/, true",
        "x.org:8443, https://x.org/, false",
        "x.org:443, https://x.org/, true",
        "x.org:80, http://x.org/, true",
        "*.x.org:8443, https://a.x.org:8443/, true",
        "*.x.org:8443, https://a.x.org/, false",
        "x.org:none, https://x.org/, false",
        "127.0.0.1, http://127.0.0.1:9/, true",
        "'[::1]', 'http://[::1]:9/', true",
        "::1, 'http://[::1]/', true",
        "'[::1]:9', 'http://[::1]:9/', true",
        "'[::1]:9', 'http://[::1]:8/', false",
        "*, https://x.org/, false",
        "'', https://x.org/, false"
    })
    void hostIsAllowedByNameWildcardAndPort(String entry, String uri, boolean allowed) {
        assertThat(policy(entry).refusal("GET", URI.create(uri)).isEmpty()).isEqualTo(allowed);
    }

    @Test
    void refusalsAreInTheOrderAndWordsThatWorkersKnow() {
        var policy = OutboundPolicy.of(new OutboundHttp(List.of("x.org"), Set.of("GET"), false));
        assertThat(policy.refusal("PUT", URI.create("http://y.org/")))
                .contains(
                        "The host 'y.org' is not allowed for this worker. Please, update the worker"
                                + " configuration.");
        assertThat(policy.refusal("PUT", URI.create("http://x.org/")))
                .contains(
                        "The URI must use HTTPS. You can allow http requests in the worker"
                                + " configuration");
        assertThat(policy.refusal("PUT", URI.create("https://x.org/")))
                .contains(
                        "The method 'PUT' is not allowed for this worker. Please, update the"
                                + " configuration.");
        assertThat(policy.refusal("GET", URI.create("https://x.org/"))).isEmpty();
        assertThat(OutboundPolicy.of(OutboundHttp.NONE).refusal("GET", URI.create("https://a.b/")))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.0.1",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.168.0.1",
                "198.18.0.1",
                "198.19.255.255",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd12:3456::1",
                "ff02::1",
                "64:ff9b::127.0.0.1",
                "64:ff9b::10.0.0.1",
                "2002:7f00:1::",
                "2002:c0a8:1::1",
                "2001::1",
                "::ffff:10.0.0.1",
                "::ffff:127.0.0.1",
                "::127.0.0.1",
                "100::1"
            })
    void specialAddressIsRefusedUnlessItIsListed(String literal) {
        InetAddress address = InetAddress.ofLiteral(literal);
        URI uri = URI.create("https://x.org/");
        assertThat(policy("x.org").allowsAddress(uri, address)).isFalse();
        assertThat(policy("x.org", "*.org", "localhost").allowsAddress(uri, address)).isFalse();
        assertThat(policy("x.org", literal).allowsAddress(uri, address)).isTrue();
        if (!literal.contains(":")) {
            assertThat(policy("x.org", literal + ":8443").allowsAddress(uri, address)).isFalse();
            assertThat(policy("x.org", literal + ":443").allowsAddress(uri, address)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.1",
                "100.63.255.255",
                "100.128.0.1",
                "126.255.255.255",
                "128.0.0.1",
                "169.253.1.1",
                "172.15.255.255",
                "172.32.0.1",
                "192.0.1.1",
                "192.167.1.1",
                "192.169.0.1",
                "198.17.0.1",
                "198.20.0.1",
                "223.255.255.255",
                "2606:4700::1111",
                "64:ff9b::1.1.1.1",
                "2002:101:101::1",
                "2a00::1"
            })
    void addressOfTheInternetIsAllowed(String literal) {
        assertThat(
                        policy("x.org")
                                .allowsAddress(
                                        URI.create("https://x.org/"),
                                        InetAddress.ofLiteral(literal)))
                .isTrue();
    }

    @Test
    void localhostMayBeThisMachineOnly() {
        URI uri = URI.create("http://LocalHost:9/");
        var policy = policy("localhost");
        assertThat(policy.allowsAddress(uri, InetAddress.ofLiteral("127.0.0.1"))).isTrue();
        assertThat(policy.allowsAddress(uri, InetAddress.ofLiteral("::1"))).isTrue();
        assertThat(policy.allowsAddress(uri, InetAddress.ofLiteral("10.0.0.1"))).isFalse();
    }
}
