// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.wasi.WasiProcess;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The threads that run guests and the bounded queue before them. Thread-safe. */
final class WorkerPool implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.worker");

    private final JobQueue queue;
    private final List<PoolThread> threads;
    private final Watchdog watchdog;
    private volatile boolean closed;

    /** Starts the threads. */
    WorkerPool(EngineOptions options, Supplier<WasiProcess> processes) {
        queue = new JobQueue(options.queueMax());
        threads =
                IntStream.range(0, options.threads())
                        .mapToObj(i ->
                                new PoolThread(
                                        i, this::work, processes.get(), options.verifyMemory()))
                        .toList();
        watchdog = new Watchdog(threads.stream().map(thread -> thread.slot().deadline()).toList());
        threads.forEach(Thread::start);
    }

    /** Queues a job; false: the queue is full, or the pool is closed. */
    boolean submit(Consumer<Slot> job) {
        return !closed && queue.offer(job);
    }

    /** Jobs that wait. */
    int queued() {
        return queue.size();
    }

    Watchdog watchdog() {
        return watchdog;
    }

    private void work(Slot slot) {
        while (!closed) {
            try {
                queue.take().accept(slot);
            } catch (InterruptedException _) {
                // Closed: the loop ends. Deadlines interrupt only while a job runs a guest.
            } catch (RuntimeException | Error failure) {
                // The last frame of the thread: a job that fails must not take the thread along.
                LOG.log(Level.ERROR, "a job of the worker pool failed", failure);
            }
        }
    }

    /** Stops what runs, drops what waits, and waits for the threads to end. */
    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        boolean interrupted = false;
        for (PoolThread thread : threads) {
            interrupted |= !joined(thread);
        }
        watchdog.close();
        queue.clear();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean joined(PoolThread thread) {
        try {
            thread.join();
            return true;
        } catch (InterruptedException _) {
            return false;
        }
    }
}
