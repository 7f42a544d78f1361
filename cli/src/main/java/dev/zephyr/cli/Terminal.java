// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where the command reads and writes. Each line is flushed, ends in a line feed and is UTF-8
 * whatever the locale says, because other programs read it; nothing is colored. Thread-safe.
 */
record Terminal(InputStream in, PrintStream out, PrintStream err) {

    /** The process's own. */
    static Terminal ofProcess() {
        return new Terminal(
                new FileInputStream(FileDescriptor.in),
                stream(FileDescriptor.out),
                stream(FileDescriptor.err));
    }

    void print(String line) {
        write(out, line);
    }

    void printError(String line) {
        write(err, line);
    }

    private static void write(PrintStream stream, String line) {
        stream.print(line + "\n");
        stream.flush();
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }
}
