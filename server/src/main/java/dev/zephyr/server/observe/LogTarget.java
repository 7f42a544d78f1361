// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where the access log is written. Confined to the writer of the log. */
interface LogTarget extends LogRing.Sink, AutoCloseable {

    /**
     * Opens it again by its name: somebody has moved the file away.
     *
     * @throws IOException if there is no such place any more; the old file is written on then
     */
    void reopen() throws IOException;

    @Override
    void close() throws IOException;

    /**
     * The target of a setting.
     *
     * @param setting {@code stderr}, {@code stdout}, or a file, which is written at its end
     * @throws IOException if the file can't be opened
     */
    static LogTarget open(String setting) throws IOException {
        return switch (setting) {
            case "stderr" -> new Stream(new FileOutputStream(FileDescriptor.err));
            case "stdout" -> new Stream(new FileOutputStream(FileDescriptor.out));
            default -> new File(Path.of(setting));
        };
    }

    /** A stream that is never closed. */
    record Stream(OutputStream stream) implements LogTarget {

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            stream.write(bytes, offset, length);
        }

        @Override
        public void reopen() {}

        @Override
        public void close() {}
    }

    /** A file. */
    final class File implements LogTarget {

        private final Path path;
        private OutputStream stream;

        File(Path path) throws IOException {
            this.path = path;
            this.stream = append(path);
        }

        private static OutputStream append(Path path) throws IOException {
            return Files.newOutputStream(
                    path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            stream.write(bytes, offset, length);
        }

        @Override
        public void reopen() throws IOException {
            OutputStream next = append(path);
            stream.close();
            stream = next;
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
