// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmFlagsTest {

    /** Prints what is missing; started by the tests with flags of their choice. */
    static final class Main {

        private Main() {}

        public static void main(String[] arguments) {
            System.out.print(JvmFlags.missing());
        }
    }

    @Test
    void bothFlagsAreNamedWhenNeitherIsGiven() throws IOException, InterruptedException {
        assertThat(missingWith()).isEqualTo("[-XX:-DontCompileHugeMethods, -XX:-ClipInlining]");
    }

    @Test
    void nothingIsMissingWhenBothAreGiven() throws IOException, InterruptedException {
        assertThat(missingWith("-XX:-DontCompileHugeMethods", "-XX:-ClipInlining")).isEqualTo("[]");
    }

    private static String missingWith(String... flags) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Main.class.getName());
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
