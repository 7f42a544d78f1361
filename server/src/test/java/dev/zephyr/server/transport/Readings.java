// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import dev.zephyr.server.http.Headers;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.testkit.TestServer;
import dev.zephyr.server.transport.RequestReader.Step;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a request reader makes of some bytes, as lines of text. Confined to one thread. */
final class Readings {

    static final int BODY_MAX = 1000;
    static final int DRAIN_MAX = 200;

    static final TransportLimits LIMITS =
            Limits.of()
                    .requestLineBytesMax(300)
                    .fieldBytesMax(600)
                    .fieldCountMax(20)
                    .chunkOverheadBytesMax(100)
                    .drainBytesMax(DRAIN_MAX)
                    .build();

    private final RequestReader reader;
    private final ContentBudget budget = new ContentBudget(LIMITS.bodyBytesInFlightMax());
    private final List<String> lines = new ArrayList<>();
    private boolean ended;

    private Readings(long bodyBytesMax) {
        Handler handler = TestServer.reading(bodyBytesMax, _ -> {});
        RequestReader.ReaderContext context =
                new RequestReader.ReaderContext(LIMITS, handler, budget);
        InetSocketAddress peer = InetSocketAddress.createUnresolved("client", 1);
        reader = new RequestReader(context, new HeadParser(LIMITS), peer);
    }

    /** Reads the bytes in pieces that end at the cuts; content up to {@link #BODY_MAX} is kept. */
    static List<String> of(byte[] input, int... cuts) {
        return of(BODY_MAX, input, cuts);
    }

    static List<String> of(long bodyBytesMax, byte[] input, int... cuts) {
        Readings readings = new Readings(bodyBytesMax);
        int from = 0;
        for (int cut : cuts) {
            readings.receive(input, from, cut);
            from = cut;
        }
        readings.receive(input, from, input.length);
        readings.reader.close();
        if (readings.budget.held() != 0) {
            throw new AssertionError("content still held: " + readings.budget.held());
        }
        return readings.lines;
    }

    /** Reads the bytes one by one. */
    static List<String> byteByByte(long bodyBytesMax, byte[] input) {
        int[] cuts = new int[input.length];
        for (int i = 0; i < cuts.length; i++) {
            cuts[i] = i;
        }
        return of(bodyBytesMax, input, cuts);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The receive buffer is overwritten by each piece, as in a connection. */
    private void receive(byte[] input, int from, int to) {
        if (ended) {
            return;
        }
        byte[] piece = new byte[to - from + 1];
        System.arraycopy(input, from, piece, 0, to - from);
        reader.add(piece, to - from);
        Step step;
        while (!ended && (step = reader.advance()) != Step.MORE) {
            note(step);
        }
        reader.settle();
        Arrays.fill(piece, (byte) '!');
    }

    private void note(Step step) {
        switch (step) {
            case MORE, CONTINUE -> {}
            case REQUEST -> {
                lines.add(text(reader.request()) + (reader.isPersistent() ? "" : " close"));
                ended = !reader.isPersistent();
                reader.release();
            }
            case REFUSED -> {
                lines.add(reader.refusal().name());
                ended = true;
            }
        }
    }

    private static String text(Request request) {
        StringBuilder text = new StringBuilder(request.method()).append(' ');
        text.append(
                switch (request.target()) {
                    case RequestTarget.Path path -> path.raw();
                    case RequestTarget.Asterisk _ -> "*";
                    case RequestTarget.Malformed malformed -> "malformed " + malformed.status();
                });
        Headers headers = request.headers();
        for (int i = 0; i < headers.size(); i++) {
            text.append(' ').append(headers.name(i)).append('=').append(headers.value(i));
        }
        if (request.body().length > 0) {
            String body = new String(request.body(), StandardCharsets.ISO_8859_1);
            text.append(" [").append(body).append(']');
        }
        return text.toString();
    }
}
