// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.wasi.WasiProcess;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs guests, with the slot that belongs to it. A platform thread, because guests
 * keep a processor busy and are stopped by an interrupt.
 */
final class PoolThread extends Thread {

    /** Deep enough for the call trees of real programs; exhausted by endless recursion in 3 ms. */
    static final long STACK_BYTES = 2 << 20;

    private final Consumer<Slot> work;
    private final Slot slot;

    /**
     * A thread that is not started.
     *
     * @param number of its slot
     * @param work what the thread does all its life
     * @param verifyMemory whether each run is followed by a full compare
     */
    PoolThread(int number, Consumer<Slot> work, WasiProcess wasi, boolean verifyMemory) {
        super(null, null, "wws-worker-" + number, STACK_BYTES);
        this.work = work;
        slot = new Slot(number, new Deadline(this), wasi, verifyMemory);
        setDaemon(true);
    }

    /** The slot of the calling thread; null if it is not one of the pool. */
    static @Nullable Slot current() {
        return Thread.currentThread() instanceof PoolThread thread ? thread.slot : null;
    }

    Slot slot() {
        return slot;
    }

    @Override
    public void run() {
        work.accept(slot);
    }
}
