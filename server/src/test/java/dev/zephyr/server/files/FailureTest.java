// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.http.Response;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the file system refuses, and that the tree recovers from it. */
final class FailureTest {

    @TempDir Path root;

    private static Response response(IOException error) {
        return ((FileAnswer.Ready) Failure.answer("f", error)).response();
    }

    @Test
    void fileThatMayNotBeReadIs403() {
        assertThat(response(new AccessDeniedException("f")).status()).isEqualTo(403);
    }

    @Test
    void fileThatHasGoneIsMissing() {
        assertThat(Failure.answer("f", new NoSuchFileException("f")))
                .isInstanceOf(FileAnswer.Missing.class);
    }

    @Test
    void failingDiskAndMissingDescriptorsAre503WithATimeToRetry() {
        for (IOException error :
                List.of(
                        new FileSystemException("f", null, "Too many open files"),
                        new IOException("Input/output error"),
                        new EOFException("f"))) {
            Response response = response(error);
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.headers().first("Retry-After")).isEqualTo("1");
            assertThat(response.headers().first("Cache-Control")).isEqualTo("no-store");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void treeRecoversWhenDescriptorsComeBack() throws Exception {
        TestTree.write(root, "f.txt", "f");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "ulimit -n 128; exec \"$0\" \"$@\"", java));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Exhausted.class.getName(), root.toString()));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(root.resolve("out").toFile())
                        .start();
        int exit = process.waitFor();
        assertThat(Files.readString(root.resolve("out"))).endsWith("503 200\n");
        assertThat(exit).isZero();
    }

    /** Takes every descriptor of its process, asks, gives them back, asks again. */
    static final class Exhausted {

        private Exhausted() {}

        public static void main(String[] arguments) throws IOException {
            Path root = Path.of(arguments[0]);
            List<AutoCloseable> taken = new ArrayList<>();
            try (TestTree tree = TestTree.at(root)) {
                // Classes in folders take a descriptor to be loaded; in a jar they take none.
                System.out.println(response(new IOException("none")).status());
                System.out.println(tree.get("/out").status());
                int without = 0;
                try {
                    while (true) {
                        taken.add(Files.newInputStream(root.resolve("f.txt")));
                    }
                } catch (IOException exhausted) {
                    without = tree.get("/f.txt").status();
                }
                for (AutoCloseable stream : taken) {
                    close(stream);
                }
                System.out.println(without + " " + tree.get("/f.txt").status());
            }
        }

        private static void close(AutoCloseable stream) {
            try {
                stream.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
