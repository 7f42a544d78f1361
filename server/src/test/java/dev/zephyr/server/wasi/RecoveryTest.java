// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.server.wasi.testkit.FileGuest;
import dev.zephyr.server.wasi.testkit.TestFolder;
import dev.zephyr.server.wasi.testkit.TestGuest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run may be stopped at any depth of the stack; the process serves the next one. */
final class RecoveryTest {

    private static final int STACK_BYTES = 512 << 10;

    /** More than there is room for. */
    private static final int FRAMES_MAX = 1 << 20;

    @Test
    void stackOverflowInAnyFunctionLeavesNothingOpenAndTheNextRunWorks(@TempDir Path base)
            throws Exception {
        TestFolder folder = TestFolder.in(base);
        folder.write("file", "content");
        var overflows = new AtomicInteger();
        var outcome = new StringBuilder();
        var files = new FileGuest(new TestGuest(folder.writable(), "input"));
        long before = openDescriptors();
        Thread guestThread =
                new Thread(
                        null,
                        () -> outcome.append(runs(files, folder, overflows)),
                        "guest",
                        STACK_BYTES);
        guestThread.start();
        guestThread.join();
        assertThat(outcome).hasToString("content");
        assertThat(overflows.get()).isGreaterThan(10);
        assertThat(openDescriptors()).isLessThan(before + 10);
    }

    private static String runs(FileGuest files, TestFolder folder, AtomicInteger overflows) {
        int deepest = depth(0);
        for (int frames = deepest - 400; frames < deepest; frames += 5) {
            try {
                dive(files, frames);
            } catch (StackOverflowError _) {
                overflows.incrementAndGet();
            }
            files.guest().process().end();
            files.guest().begin(folder.writable(), "input");
        }
        String content = files.content("file");
        files.close();
        return content;
    }

    /** How many frames there is room for. */
    private static int depth(int frames) {
        if (frames == FRAMES_MAX) {
            return frames;
        }
        try {
            return depth(frames + 1);
        } catch (StackOverflowError _) {
            return frames;
        }
    }

    /** Calls functions with so many frames already on the stack. */
    private static int dive(FileGuest files, int frames) {
        if (frames > 0) {
            return dive(files, frames - 1) + 1;
        }
        TestGuest guest = files.guest();
        guest.write(1, "x");
        guest.read(0, 1);
        guest.call("random_get", TestGuest.BUFFER, 8);
        if (files.open(FileGuest.DATA, "file", 0, FileGuest.BOTH) == 0) {
            int file = guest.result();
            guest.read(file, 10);
            guest.write(file, "");
            guest.call("fd_close", file);
        }
        return files.readFolder(FileGuest.DATA, 200, 0);
    }

    private static long openDescriptors() throws IOException {
        Path all = Path.of("/proc/self/fd");
        if (!Files.isDirectory(all)) {
            return 0;
        }
        try (var names = Files.list(all)) {
            return names.count();
        }
    }
}
