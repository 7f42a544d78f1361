// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real signals to a real process. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StopSignalsIT {

    @TempDir Path root;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void firstSignalStopsGracefullyAndIsNoFailure(String signal) throws Exception {
        Process process = probe("quick");
        try (BufferedReader out = process.inputReader()) {
            readUntil(out, "Start serving requests");
            send(process, signal);
            readUntil(out, "stopping within PT30S");
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void secondSignalEndsTheProcessAtOnce() throws Exception {
        Process process = probe("endless");
        try (BufferedReader out = process.inputReader()) {
            readUntil(out, "Start serving requests");
            send(process, "TERM");
            readUntil(out, "stopping within PT30S");
            send(process, "INT");
            assertThat(process.waitFor()).isEqualTo(128 + 2);
        } finally {
            process.destroyForcibly();
        }
    }

    private Process probe(String kind) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(
                        java.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StopProbe.class.getName(),
                        kind,
                        root.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void send(Process process, String signal) throws Exception {
        Process kill =
                new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    private static void readUntil(BufferedReader out, String text) throws IOException {
        String line = out.readLine();
        while (line != null && !line.contains(text)) {
            line = out.readLine();
        }
        assertThat(line).contains(text);
    }
}
