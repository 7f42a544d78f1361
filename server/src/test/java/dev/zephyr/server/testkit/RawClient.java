// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * One connection, bytes in and bytes out: nothing is made nicer on the way, as client libraries do.
 * Confined to one thread.
 */
public final class RawClient implements AutoCloseable {

    /** How long a test waits for bytes that must come. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How a connection ended, from the client's side. */
    public enum End {
        CLOSED,
        RESET
    }

    private final Socket socket;
    private final InputStream in;

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) PATIENCE.toMillis());
    }

    /** Connects to a port of this machine. */
    public static RawClient connect(int port) throws IOException {
        return new RawClient(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /**
     * Connects with a small receive buffer, so that the server soon notices a client not reading.
     */
    public static RawClient connectNarrow(int port, int receiveBytes) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(receiveBytes);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new RawClient(socket);
    }

    /** Sends text as bytes of ISO 8859-1. */
    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Says that nothing more will be sent. */
    public RawClient endOutput() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Reads one answer, its content by its {@code Content-Length}. */
    public RawAnswer read() throws IOException {
        return read(false);
    }

    /** Reads an answer that has no content whatever its fields say: to {@code HEAD}. */
    public RawAnswer readHead() throws IOException {
        return read(true);
    }

    /** Reads at least one byte, at most that many. */
    public byte[] readSome(int max) throws IOException {
        byte[] some = new byte[max];
        int count = in.read(some);
        return Arrays.copyOf(some, Math.max(count, 0));
    }

    /** Reads exactly so many bytes, or fewer if the connection ends. */
    public byte[] readBytes(int count) throws IOException {
        return in.readNBytes(count);
    }

    /** Waits until the connection ends, throwing away what comes. */
    public End awaitEnd() throws IOException {
        byte[] rest = new byte[1 << 16];
        try {
            int count = 0;
            while (count >= 0) {
                count = in.read(rest);
            }
            return End.CLOSED;
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (SocketException e) {
            return End.RESET;
        }
    }

    /** Everything until the connection ends, whichever way. */
    public byte[] readAll() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[1 << 16];
        try {
            int count;
            while ((count = in.read(some)) >= 0) {
                all.write(some, 0, count);
            }
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (SocketException e) {
            return all.toByteArray();
        }
        return all.toByteArray();
    }

    /** Whether nothing comes for that long and the connection stays open. */
    public boolean isSilent(Duration time) throws IOException {
        socket.setSoTimeout((int) time.toMillis());
        try {
            var _ = in.read();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } finally {
            socket.setSoTimeout((int) PATIENCE.toMillis());
        }
    }

    /** Ends the connection by a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private RawAnswer read(boolean headOnly) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("the connection ended in a head: " + head);
            }
            head.write(b);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        RawAnswer answer = RawAnswer.of(text, new byte[0]);
        boolean none = headOnly || answer.status() == 304 || answer.status() < 200;
        int length = none ? 0 : Integer.parseInt(answer.header("content-length", "0"));
        return RawAnswer.of(text, in.readNBytes(length));
    }
}
