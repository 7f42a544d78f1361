// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Headers;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrossOriginTest {

    private static final CrossOrigin TWO =
            CrossOrigin.of(List.of("https://a.example", "https://b.example"));
    private static final CrossOrigin ANY = CrossOrigin.of(List.of("*"));
    private static final CrossOrigin NONE = CrossOrigin.of(List.of());

    @Test
    void d26TheMatchingOriginIsEchoed() {
        Response response =
                TWO.apply(request("GET", "origin", "https://b.example"), Response.of(200));

        assertThat(response.headers().first("access-control-allow-origin"))
                .isEqualTo("https://b.example");
        assertThat(response.headers().first("vary")).isEqualTo("Origin");
    }

    @Test
    void d26AnotherOriginIsNotAllowedButCachesAreTold() {
        for (Request request :
                List.of(request("GET", "origin", "https://c.example"), request("GET"))) {
            Response response = TWO.apply(request, Response.of(200));

            assertThat(response.headers().first("access-control-allow-origin")).isNull();
            assertThat(response.headers().first("vary")).isEqualTo("Origin");
        }
    }

    @Test
    void d26AnAsteriskAllowsEverybody() {
        Response response =
                ANY.apply(request("GET", "origin", "https://c.example"), Response.of(200));

        assertThat(response.headers().first("access-control-allow-origin")).isEqualTo("*");
        assertThat(response.headers().first("vary")).isNull();
    }

    @Test
    void d26WhatTheWorkerSetsStays() {
        Response own = Response.of(200, HeaderBlock.of("Access-Control-Allow-Origin", "null"));

        assertThat(ANY.apply(request("GET", "origin", "https://a.example"), own)).isSameAs(own);
    }

    @Test
    void withoutTheOptionNothingIsAdded() {
        Response response = Response.of(200);

        assertThat(NONE.apply(request("GET", "origin", "https://a.example"), response))
                .isSameAs(response);
        assertThat(NONE.preflight(preflight("https://a.example"))).isEmpty();
    }

    @Test
    void d26APreflightIsAnsweredForAllowedOriginsOnly() {
        Response response = TWO.preflight(preflight("https://a.example")).orElseThrow();

        assertThat(response.status()).isEqualTo(204);
        assertThat(response.headers().first("access-control-allow-origin"))
                .isEqualTo("https://a.example");
        assertThat(response.headers().first("access-control-allow-methods")).isEqualTo("PUT");
        assertThat(response.headers().first("access-control-allow-headers")).isEqualTo("x-a");
        assertThat(TWO.preflight(preflight("https://c.example"))).isEmpty();
        assertThat(TWO.preflight(request("OPTIONS", "origin", "https://a.example"))).isEmpty();
    }

    @Test
    void aPreflightCannotInjectLines() {
        Response response =
                ANY.preflight(
                                request(
                                        "OPTIONS",
                                        "origin",
                                        "https://a.example",
                                        "access-control-request-method",
                                        "PUT\u0000",
                                        "access-control-request-headers",
                                        "x\u0007"))
                        .orElseThrow();

        assertThat(response.headers().first("access-control-allow-methods")).isNull();
        assertThat(response.headers().first("access-control-allow-headers")).isNull();
    }

    private static Request preflight(String origin) {
        return request(
                "OPTIONS",
                "origin",
                origin,
                "access-control-request-method",
                "PUT",
                "access-control-request-headers",
                "x-a");
    }

    private static Request request(String method, String... headers) {
        return new Request(
                method,
                RequestTarget.parse("/a"),
                Headers.of(headers),
                new byte[0],
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                false);
    }
}
