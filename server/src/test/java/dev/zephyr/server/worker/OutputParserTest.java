// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.worker.OutputDocument.Header;
import dev.zephyr.server.worker.OutputParser.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputParserTest {

    private static final String REST = ",\"headers\":{},\"status\":200,\"kv\":{}}";
    private static final String MINIMAL = "{\"data\":\"hi\"" + REST;

    @Test
    void readsEveryField() {
        OutputDocument document =
                document(
                        "{\"data\":\"aGk=\",\"headers\":{\"a\":\"1\"},\"status\":201,"
                                + "\"kv\":{\"k\":\"v\"},\"base64\":true}");

        assertThat(document)
                .isEqualTo(
                        new OutputDocument(
                                "aGk=",
                                List.of(new Header("a", "1")),
                                201,
                                Map.of("k", "v"),
                                true));
    }

    @Test
    void base64DefaultsToFalse() {
        assertThat(document(MINIMAL).base64()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {" %s ", "\n\t%s\r\n", "%s"})
    void whiteSpaceAroundIsAllowed(String frame) {
        assertThat(document(frame.replace("%s", MINIMAL)).data()).isEqualTo("hi");
    }

    @Test
    void unknownFieldsOfAnyShapeAreIgnored() {
        assertThat(document("{\"x\":{\"y\":[1,{\"data\":2}]},\"data\":\"hi\"" + REST).data())
                .isEqualTo("hi");
    }

    @Test
    void d13HeaderArraysBecomeSeveralLines() {
        assertThat(
                        document(
                                        "{\"data\":\"\",\"headers\":{\"set-cookie\":[\"a=1\",\"b=2\"]},"
                                                + "\"status\":200,\"kv\":{}}")
                                .headers())
                .containsExactly(new Header("set-cookie", "a=1"), new Header("set-cookie", "b=2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello\n%s",
                "%s\nbye",
                "{not json}\n%s",
                "%s\n{\"log\":1}",
                "{\"data\":\"old\",\"headers\":{},\"status\":200,\"kv\":{}}%s",
                "{\"data\":\"old\",\"headers\":{},\"status\":200,\"kv\":{}}\n%s\n",
                "debug {\n%s\n}"
            })
    void d15TheLastDocumentAmidOtherOutputCounts(String frame) {
        Parsed parsed = parse(frame.replace("%s", MINIMAL));

        assertThat(parsed).isInstanceOf(Parsed.Document.class);
        assertThat(((Parsed.Document) parsed).document().data()).isEqualTo("hi");
    }

    @Test
    void d15SaysWhereTheDocumentStands() {
        Parsed.Document parsed = (Parsed.Document) parse("log\n" + MINIMAL + "\nmore");

        assertThat(parsed.span()).isEqualTo(new OutputParser.Span(4, 4 + MINIMAL.length()));
    }

    @Test
    void d15OverManyLinesIsBounded() {
        String many = "{}\n".repeat(OutputParser.CANDIDATE_LINES_MAX);

        assertThat(parse(MINIMAL + "\n" + many)).isInstanceOf(Parsed.Unusable.class);
    }

    @Test
    void d16ScalarsAreTakenAsText() {
        OutputDocument document =
                document(
                        "{\"data\":5,\"headers\":{\"a\":1,\"b\":true},\"status\":200,"
                                + "\"kv\":{\"n\":1.5,\"t\":false}}");

        assertThat(document.data()).isEqualTo("5");
        assertThat(document.headers())
                .containsExactly(new Header("a", "1"), new Header("b", "true"));
        assertThat(document.keyValue()).isEqualTo(Map.of("n", "1.5", "t", "false"));
    }

    @Test
    void d16NullContentIsEmpty() {
        assertThat(document("{\"data\":null" + REST).data()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"data\":\"hi\",\"headers\":{},\"status\":200}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":200,\"kv\":null}"
            })
    void d2AnAbsentNamespaceMeansUnchanged(String text) {
        assertThat(document(text).keyValue()).isNull();
    }

    @Test
    void loneSurrogatesSurviveInTheNamespace() {
        OutputDocument document =
                document(
                        "{\"data\":\"\",\"headers\":{},\"status\":200,\"kv\":{\"\\ud800\":\"\\udfff\"}}");

        assertThat(document.keyValue()).isEqualTo(Map.of("\ud800", "\udfff"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "[]",
                "5",
                "null",
                "hello",
                "{",
                "{'data':'hi'}",
                "\ufeff{\"data\":\"hi\",\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":200,\"kv\":{},}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":200,\"kv\":",
                "{\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":\"hi\",\"status\":200,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{},\"kv\":{}}",
                "{\"data\":{},\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":[],\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":\"\\ud800\",\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":null,\"status\":200,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":[],\"status\":200,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{\"a\":null},\"status\":200,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{\"a\":[null]},\"status\":200,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":null,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":\"200\",\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":200.0,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":-1,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":65536,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":99999999999,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":200,\"kv\":[]}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":200,\"kv\":{\"a\":{}}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":200,\"kv\":{\"a\":null}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":200,\"kv\":{},\"base64\":null}",
                "{\"data\":\"hi\\x\",\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":\"h\ni\",\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":\"\\u12g4\",\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":01,\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":1.,\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":+1,\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":truth,\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":\"hi\" \"headers\":{},\"status\":200,\"kv\":{}}",
                "{,\"data\":\"hi\",\"headers\":{},\"status\":200,\"kv\":{}}",
                "{\"data\":\"hi\",\"headers\":{},\"status\":200,\"kv\":{},\"base64\":\"true\"}"
            })
    void whatIsNoDocumentIsUnusable(String text) {
        Parsed parsed = parse(text);

        assertThat(parsed).isInstanceOf(Parsed.Unusable.class);
        assertThat(((Parsed.Unusable) parsed).reason()).isNotBlank().doesNotContain("\n");
    }

    @Test
    void brokenUtf8IsUnusable() {
        byte[] bytes = MINIMAL.replace("hi", "\u00ff").getBytes(StandardCharsets.ISO_8859_1);

        assertThat(OutputParser.parse(bytes, bytes.length)).isInstanceOf(Parsed.Unusable.class);
    }

    @Test
    void deepNestingInAnIgnoredFieldIsUnusableAndNotAStackOverflow() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);

        assertThat(parse("{\"x\":" + deep + ",\"data\":\"hi\"" + REST))
                .isInstanceOf(Parsed.Unusable.class);
    }

    private static OutputDocument document(String text) {
        Parsed parsed = parse(text);
        assertThat(parsed).isInstanceOf(Parsed.Document.class);
        return ((Parsed.Document) parsed).document();
    }

    private static Parsed parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return OutputParser.parse(bytes, bytes.length);
    }
}
