// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.worker.OutputDocument.Header;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerAnswerTest {

    @Test
    void isHtmlUnlessTheWorkerSaysOtherwise() {
        assertThat(answer("hi", 200).headers().first("Content-Type")).isEqualTo("text/html");
        assertThat(
                        answer("hi", 200, new Header("Content_Type", "text/plain"))
                                .headers()
                                .first("content-type"))
                .isEqualTo("text/plain");
    }

    @Test
    void underscoresInHeaderNamesBecomeHyphens() {
        assertThat(
                        answer("", 200, new Header("x_under_score", "1"))
                                .headers()
                                .first("x-under-score"))
                .isEqualTo("1");
    }

    @Test
    void d13SeveralCookiesAreSeveralLines() {
        Response response =
                answer("", 200, new Header("set-cookie", "a=1"), new Header("set-cookie", "b=2"));

        assertThat(response.headers().toString())
                .contains("set-cookie: a=1\r\n")
                .contains("set-cookie: b=2\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 200",
        "99, 200",
        "100, 200",
        "199, 200",
        "200, 200",
        "201, 201",
        "304, 304",
        "599, 599",
        "999, 999",
        "1000, 200",
        "65535, 200"
    })
    void aStatusThatEndsNoAnswerIs200(int written, int sent) {
        assertThat(answer("hi", written).status()).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void answersWithoutContentHaveNone(int status) {
        assertThat(answer("hi", status).body().length()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "connection",
                "Content-Length",
                "content_length",
                "date",
                "Keep-Alive",
                "Transfer-Encoding",
                "Upgrade",
                "trailer",
                "TE",
                "proxy-connection"
            })
    void whatTheConnectionDecidesIsDropped(String name) {
        Response response = answer("hi", 200, new Header(name, "9999"));

        assertThat(response.headers().toString()).isEqualTo("content-type: text/html\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a:b", "h\u00e9", "a\r\n"})
    void anInvalidHeaderNameIs500(String name) {
        Response response = answer("hi", 200, new Header(name, "1"));

        assertThat(response.status()).isEqualTo(500);
        assertThat(content(response)).isEqualTo("invalid HTTP header name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1\r\nx-b: 2", "a\u0000", "a\u007f", "\n", "\u001b[0m"})
    void anInvalidHeaderValueIs500(String value) {
        Response response = answer("hi", 200, new Header("x-a", value));

        assertThat(response.status()).isEqualTo(500);
        assertThat(content(response)).isEqualTo("failed to parse header value");
    }

    @Test
    void headerTextBeyondAsciiGoesOutAsUtf8() {
        assertThat(answer("", 200, new Header("x-a", "h\u00e9")).headers().encoded())
                .startsWith("x-a: h\u00e9".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void base64IsDecoded() {
        Response response =
                WorkerAnswer.of(new OutputDocument("AP8=", List.of(), 200, Map.of(), true));

        assertThat(((Body.Bytes) response.body()).bytes()).containsExactly(0, 0xff);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aGVsbG8", "-_-_", "***", "aGk=\n", "a===", "aGk=aGk="})
    void badBase64Is503(String data) {
        Response response =
                WorkerAnswer.of(new OutputDocument(data, List.of(), 200, Map.of(), true));

        assertThat(response.status()).isEqualTo(503);
        assertThat(content(response)).isEqualTo("There was an error running the worker");
    }

    private static Response answer(String data, int status, Header... headers) {
        return WorkerAnswer.of(new OutputDocument(data, List.of(headers), status, Map.of(), false));
    }

    private static String content(Response response) {
        return new String(((Body.Bytes) response.body()).bytes(), StandardCharsets.UTF_8);
    }
}
