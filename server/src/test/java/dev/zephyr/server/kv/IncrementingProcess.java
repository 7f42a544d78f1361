// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.Commit.Isolation;
import dev.zephyr.spi.CommitResult.Committed;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.Snapshot;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A process that increments until it is killed, and says of each increment that it was
 * acknowledged: one line {@code id count}. Each increment also puts the key {@code id}.
 */
final class IncrementingProcess {

    private static final int THREADS = 8;

    private final KeyValueStore store;
    private final String namespace;
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    private IncrementingProcess(KeyValueStore store, String namespace) {
        this.store = store;
        this.namespace = namespace;
    }

    /** Arguments: the store's URL and the namespace. */
    public static void main(String[] args) {
        KeyValueStore store = Stores.open(StoreUrl.parse(args[0]), StoreOptions.defaults());
        IncrementingProcess process = new IncrementingProcess(store, args[1]);
        for (int i = 0; i < THREADS; i++) {
            String thread = "t" + i + "-";
            Thread.ofPlatform().start(() -> process.incrementForEver(thread));
        }
    }

    private void incrementForEver(String thread) {
        for (int i = 0; true; ) {
            Snapshot base = store.snapshot(namespace);
            long count = Long.parseLong(base.entries().getOrDefault("n", "0")) + 1;
            String id = thread + i;
            Map<String, String> puts = Map.of("n", "" + count, id, "" + count);
            Commit commit = new Commit(base, puts, Set.of(), Isolation.SNAPSHOT, Optional.empty());
            if (store.commit(commit) instanceof Committed committed) {
                committed.durable().toCompletableFuture().join();
                acknowledge(id + " " + count + "\n");
                i++;
            }
        }
    }

    /** One write to the pipe, so that a line is there whole or not at all. */
    private synchronized void acknowledge(String line) {
        try {
            out.write(line.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
