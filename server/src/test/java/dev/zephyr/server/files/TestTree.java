// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.Headers;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * A tree in a folder of its own, asked as the composition asks it: respond, else notFound. Time
 * stands still unless {@link #pass} moves it.
 */
final class TestTree implements AutoCloseable {

    /** The fraction exposes careless comparisons of dates. */
    static final Instant MODIFIED = Instant.parse("2026-11-01T12:00:00.500Z");

    static final String LAST_MODIFIED = "Sun, 01 Nov 2026 12:00:00 GMT";

    /** The fixture: every byte differs from its neighbors. */
    static final byte[] CONTENT = content(1000);

    final Path root;
    final FileTree tree;
    final AtomicLong nanos = new AtomicLong();
    volatile Instant now = Instant.parse("2026-11-30T12:00:00Z");

    TestTree(Path root, UnaryOperator<FilesConfig> change) {
        this.root = root;
        this.tree =
                new FileTree(
                        change.apply(FilesConfig.of(root)), () -> now, nanos::get, Runnable::run);
    }

    static TestTree at(Path root) {
        return new TestTree(root, UnaryOperator.identity());
    }

    static byte[] content(int length) {
        byte[] content = new byte[length];
        for (int i = 0; i < length; i++) {
            content[i] = (byte) (i * 7 + i / 256);
        }
        return content;
    }

    /** Writes a file with the usual time. */
    static Path write(Path root, String name, byte[] content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(MODIFIED));
        return file;
    }

    static Path write(Path root, String name, String content) throws IOException {
        return write(root, name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** What came back, its body read and released. */
    record Answer(int status, Response response, byte[] body) {

        String header(String name) {
            String value = response.headers().first(name);
            return value == null ? "" : value;
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    Answer get(String target, String... headers) {
        return ask("GET", target, headers);
    }

    Answer ask(String method, String target, String... headers) {
        return switch (RequestTarget.parse(target)) {
            case RequestTarget.Malformed(var status, _) ->
                    new Answer(status, Response.of(status), new byte[0]);
            case RequestTarget.Asterisk _ -> new Answer(400, Response.of(400), new byte[0]);
            case RequestTarget.Path path -> read(answer(request(method, path, headers), path));
        };
    }

    static Request request(String method, RequestTarget target, String... headers) {
        return new Request(
                method,
                target,
                Headers.of(headers),
                new byte[0],
                InetSocketAddress.createUnresolved("client", 1),
                false);
    }

    /** What an event loop would get, without asking the disk. */
    FileAnswer atOnce(String target, String... headers) {
        RequestTarget.Path path = (RequestTarget.Path) RequestTarget.parse(target);
        return tree.respond(request("GET", path, headers), path);
    }

    /** Moves the time, for the cache and for the clock on the wall. */
    void pass(long millis) {
        now = now.plusMillis(millis);
        nanos.addAndGet(millis * 1_000_000);
    }

    private Response answer(Request request, RequestTarget.Path path) {
        FileAnswer answer = tree.respond(request, path).settled();
        if (answer instanceof FileAnswer.Missing) {
            answer = tree.notFound(request, path).settled();
        }
        if (answer instanceof FileAnswer.Ready(var response)) {
            return response;
        }
        throw new AssertionError("not settled: " + answer);
    }

    static Answer read(Response response) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            read(response.body(), out);
        } catch (IOException e) {
            throw new AssertionError(e);
        } finally {
            response.body().release();
        }
        if (out.size() != response.body().length()) {
            throw new AssertionError(
                    String.format(
                            Locale.ROOT,
                            "%d bytes sent, %d promised",
                            out.size(),
                            response.body().length()));
        }
        return new Answer(response.status(), response, out.toByteArray());
    }

    private static void read(Body body, ByteArrayOutputStream out) throws IOException {
        switch (body) {
            case Body.Bytes(var bytes) -> out.write(bytes);
            case Body.Direct(var buffer, _) -> {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.duplicate().get(bytes);
                out.write(bytes);
            }
            case Body.FileRegion(var channel, var position, var length, _) -> {
                ByteBuffer bytes = ByteBuffer.allocate((int) length);
                while (bytes.hasRemaining()
                        && channel.read(bytes, position + bytes.position()) > 0) {
                    // Reads on.
                }
                Channels.newChannel(out).write(bytes.flip());
            }
            case Body.Sequence(var parts) -> {
                for (Body part : parts) {
                    read(part, out);
                }
            }
        }
    }

    @Override
    public void close() {
        tree.close();
    }
}
