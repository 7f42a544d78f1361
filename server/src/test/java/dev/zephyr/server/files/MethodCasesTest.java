// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 section 9. A {@code HEAD} answer has its body taken away by the connection. */
final class MethodCasesTest {

    @TempDir Path root;
    TestTree tree;

    @BeforeEach
    void makeTree() throws Exception {
        TestTree.write(root, "f.bin", TestTree.CONTENT);
        tree = TestTree.at(root);
    }

    @Test
    void headSaysWhatGetSays() {
        var get = tree.get("/f.bin").response();
        var head = tree.ask("HEAD", "/f.bin").response();
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.headers()).hasToString(get.headers().toString());
        assertThat(head.body().length()).isEqualTo(1000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-9", "bytes=5000-", "bytes=-0"})
    void headIgnoresRange(String range) {
        var answer = tree.ask("HEAD", "/f.bin", "Range", range, "If-Range", "\"x\"");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).hasSize(1000);
        assertThat(answer.header("Content-Range")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "FOO", "get", "PROPFIND", "TRACE"})
    void otherMethodsOnAFileAre405WithAllow(String method) {
        var answer = tree.ask(method, "/f.bin", "Range", "bytes=0-9");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "OPTIONS", "PROPFIND", "FOO"})
    void otherMethodsOnNothingAre405AsLongAsThereAreFiles(String method) {
        var answer = tree.ask(method, "/none/none");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(answer.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
        assertThat(answer.text()).isEqualTo("Request did not meet this resource's requirements.");
    }

    @Test
    void optionsNamesTheMethods() {
        var answer = tree.ask("OPTIONS", "/f.bin");
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void withoutTheFolderEverythingIsAnEmpty404() {
        TestTree nothing = TestTree.at(root.resolve("absent"));
        for (String method : new String[] {"GET", "HEAD", "POST"}) {
            var answer = nothing.ask(method, "/index.js");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body()).isEmpty();
        }
    }
}
