// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.zephyr.server.config.WorkerConfig.OutboundHttp;
import dev.zephyr.server.outbound.FakeGuest.Reply;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The certificate must be for the name in the URI, though an address is what is connected to. */
@Timeout(120)
final class OutboundTlsIT {

    private static final char[] PASSWORD = "of a test".toCharArray();
    private static final byte[] NONE = {};
    private static final OutboundLimits PATIENT =
            new OutboundLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), 1_000, 1_000);

    private final FakeGuest guest = new FakeGuest();
    private HttpsServer server;
    private List<TrustManager> trusting;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        KeyStore keys = keys(folder.resolve("keys.p12"));
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(serving(keys)));
        server.createContext(
                "/",
                exchange -> {
                    byte[] body = exchange.getRequestHeaders().getFirst("Host").getBytes(UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        trusting = trusting(keys);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** A key and a certificate of its own for {@code site.test}. */
    private static KeyStore keys(Path file) throws Exception {
        Process made =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "site",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=site.test",
                                "-ext",
                                "SAN=dns:site.test",
                                "-keystore",
                                file.toString(),
                                "-storepass",
                                new String(PASSWORD))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(made.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private static SSLContext serving(KeyStore keys) throws Exception {
        var managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(keys, PASSWORD);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        return tls;
    }

    private static List<TrustManager> trusting(KeyStore keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("site", keys.getCertificate("site"));
        var managers = TrustManagerFactory.getInstance("PKIX");
        managers.init(trusted);
        return List.of(managers.getTrustManagers());
    }

    private Reply get(String host, List<TrustManager> trust) {
        Resolver loopback = _ -> List.of(InetAddress.ofLiteral("127.0.0.1"));
        var function = new OutboundFunction(new OutboundClient(PATIENT, loopback, trust));
        var policy =
                OutboundPolicy.of(
                        new OutboundHttp(List.of(host, "127.0.0.1"), Set.of("GET"), false));
        String uri = "https://" + host + ":" + server.getAddress().getPort() + "/";
        return guest.call(function, policy, guest.arguments(0, uri, List.of(), NONE));
    }

    @Test
    void certificateForTheNameIsAccepted() {
        Reply reply = get("site.test", trusting);
        assertThat(reply.error()).as(reply.message()).isEqualTo(Reply.OK);
        assertThat(reply.text()).isEqualTo("site.test:" + server.getAddress().getPort());
    }

    @Test
    void certificateForAnotherNameIsRefusedAlsoAfterASessionForTheRightOne() {
        assertThat(get("site.test", trusting).error()).isEqualTo(Reply.OK);
        assertThat(get("other.test", trusting).error())
                .isEqualTo(OutboundError.INVALID_REQUEST.code());
        assertThat(get("127.0.0.1", trusting).error())
                .isEqualTo(OutboundError.INVALID_REQUEST.code());
    }

    @Test
    void certificateThatNobodyVouchesForIsRefused() {
        assertThat(get("site.test", OutboundClient.systemTrust()).error())
                .isEqualTo(OutboundError.INVALID_REQUEST.code());
    }
}
