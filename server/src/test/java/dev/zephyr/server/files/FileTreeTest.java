// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileTreeTest {

    @TempDir Path root;
    TestTree tree;

    @BeforeEach
    void makeTree() throws Exception {
        TestTree.write(root, "f.bin", TestTree.CONTENT);
        TestTree.write(root, "dir/index.html", "<p>dir</p>");
        TestTree.write(root, "about.html", "<p>about</p>");
        TestTree.write(root, "404.html", "<p>custom not found</p>");
        tree = TestTree.at(root);
    }

    @Test
    void fileIsSentWhole() {
        var answer = tree.get("/f.bin");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(TestTree.CONTENT);
        assertThat(answer.header("Last-Modified")).isEqualTo(TestTree.LAST_MODIFIED);
        assertThat(answer.header("ETag")).matches("\"[A-Za-z0-9_-]{22}\"");
    }

    @Test
    void secondAnswerIsTheSameResponseAtOnce() {
        tree.get("/f.bin");
        assertThat(tree.atOnce("/f.bin")).isSameAs(tree.atOnce("/f.bin"));
        assertThat(tree.atOnce("/f.bin")).isInstanceOf(FileAnswer.Ready.class);
    }

    @Test
    void folderIsAnsweredWithItsIndexWithAndWithoutSlash() {
        assertThat(tree.get("/dir").text()).isEqualTo("<p>dir</p>");
        assertThat(tree.get("/dir/").text()).isEqualTo("<p>dir</p>");
    }

    @Test
    void pageIsFoundWithoutItsExtension() {
        assertThat(tree.get("/about").text()).isEqualTo("<p>about</p>");
    }

    @Test
    void missingFileGetsThePageWithStatus404() {
        var answer = tree.get("/nofile", "If-Match", "*");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text()).isEqualTo("<p>custom not found</p>");
    }

    @Test
    void rangeIs206AndMatchingTagIs304() {
        assertThat(tree.get("/f.bin", "Range", "bytes=0-9").status()).isEqualTo(206);
        String tag = tree.get("/f.bin").header("ETag");
        assertThat(tree.get("/f.bin", "If-None-Match", tag).status()).isEqualTo(304);
    }

    @Test
    void postIs405() {
        var answer = tree.ask("POST", "/f.bin");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }
}
