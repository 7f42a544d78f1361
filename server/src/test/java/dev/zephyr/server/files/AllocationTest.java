// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cached answer leaves for the garbage collector. */
final class AllocationTest {

    private static final int REQUESTS = 20_000;

    /** The goal for a whole request is 200; the tree is one part of it. */
    private static final long BYTES_MAX = 200;

    @TempDir Path root;
    TestTree tree;

    @BeforeEach
    void makeTree() throws Exception {
        TestTree.write(root, "f.bin", TestTree.CONTENT);
        TestTree.write(root, "404.html", "nope");
        tree = TestTree.at(root);
    }

    private long bytesPerAnswer(String target, String... headers) {
        RequestTarget.Path path = (RequestTarget.Path) RequestTarget.parse(target);
        Request request = TestTree.request("GET", path, headers);
        FileAnswer unused = tree.tree.respond(request, path).settled();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < REQUESTS; i++) {
            unused = tree.tree.respond(request, path);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(unused).isInstanceOf(FileAnswer.Ready.class);
        return bytes / REQUESTS;
    }

    @Test
    void cachedFileCostsNextToNothing() {
        assertThat(bytesPerAnswer("/f.bin", "accept", "*/*")).isLessThan(BYTES_MAX);
    }

    @Test
    void missingNameCostsNextToNothing() {
        RequestTarget.Path path = (RequestTarget.Path) RequestTarget.parse("/users/123");
        Request request = TestTree.request("GET", path);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(tree.tree.respond(request, path)).isInstanceOf(FileAnswer.Missing.class);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(bytes / REQUESTS).isLessThan(5 * BYTES_MAX);
    }
}
