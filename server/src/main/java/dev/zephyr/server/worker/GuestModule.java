// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A module being loaded, shared by all workers whose files are equal. Thread-safe. */
final class GuestModule {

    private final CompletableFuture<ModuleState> first = new CompletableFuture<>();
    private final CompletableFuture<ModuleState> last = new CompletableFuture<>();

    /** A module that can't even be read. */
    static GuestModule unusable(String reason) {
        var module = new GuestModule();
        module.settle(new ModuleState.Unusable(reason));
        return module;
    }

    /** It can be interpreted from now on. */
    void interpret(RunnableModule module) {
        first.complete(new ModuleState.Interpreted(module));
    }

    /** Loading is over. */
    void settle(ModuleState state) {
        last.complete(state);
        first.complete(state);
    }

    /** Completes when loading is over. */
    CompletableFuture<ModuleState> settled() {
        return last;
    }

    /**
     * The best state there is; waits for the first.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    ModuleState await() throws InterruptedException {
        if (last.isDone()) {
            return last.join();
        }
        try {
            return first.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
