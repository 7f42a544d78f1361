// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.testkit.RawClient;
import dev.zephyr.server.testkit.TestServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a request leaves for the garbage collector: its own head, and a few small objects. */
class AllocationIT {

    private static final String GET = "GET /some/path HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n";
    private static final int BATCH = 8;
    private static final int WARM_UP = 4000;
    private static final int MEASURED = 2000;
    private static final long BYTES_MAX = 200;

    @Test
    void aRequestLeavesAtMost200Bytes() throws Exception {
        Response response = Response.text(200, "x".repeat(100));
        AtomicLong loopThread = new AtomicLong();
        Handler handler =
                TestServer.reading(
                        0,
                        exchange -> {
                            loopThread.setPlain(Thread.currentThread().threadId());
                            exchange.respond(response);
                        });
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (TestServer server =
                        TestServer.start(TestServer.config(TransportLimits.DEFAULT), handler);
                RawClient client = server.connect()) {
            client.send(GET);
            int answer = client.readBytes(1).length + client.readSome(4096).length;
            exchange(client, answer, WARM_UP);
            long before = threads.getThreadAllocatedBytes(loopThread.get());
            exchange(client, answer, MEASURED);
            long bytes = threads.getThreadAllocatedBytes(loopThread.get()) - before;
            assertThat(bytes / (MEASURED * BATCH)).isBetween(1L, BYTES_MAX);
        }
    }

    private static void exchange(RawClient client, int answer, int rounds) throws IOException {
        for (int i = 0; i < rounds; i++) {
            client.send(GET.repeat(BATCH));
            assertThat(client.readBytes(answer * BATCH)).hasSize(answer * BATCH);
        }
    }
}
