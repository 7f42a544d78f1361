// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue before the threads that run guests. Thread-safe.
 *
 * <p>To wake a thread is a system call on the event loop, which costs more than a short run. So at
 * most one thread is being woken at a time: whoever comes meanwhile finds it on its way, and a
 * thread that takes a job and sees another one wakes the next thread itself.
 */
final class JobQueue {

    private final BlockingQueue<Consumer<Slot>> jobs;
    private final Semaphore wakes = new Semaphore(0);
    private final AtomicBoolean waking = new AtomicBoolean();

    /**
     * @param capacity jobs that may wait
     */
    JobQueue(int capacity) {
        jobs = new ArrayBlockingQueue<>(capacity);
    }

    /** Adds a job; false: the queue is full. */
    boolean offer(Consumer<Slot> job) {
        if (!jobs.offer(job)) {
            return false;
        }
        wakeOne();
        return true;
    }

    /**
     * The next job; waits for it.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    Consumer<Slot> take() throws InterruptedException {
        while (true) {
            Consumer<Slot> job = poll();
            if (job != null) {
                return job;
            }
            wakes.acquire();
            // Before the queue is looked at: a job that is added after this wakes somebody again.
            waking.set(false);
        }
    }

    private @Nullable Consumer<Slot> poll() {
        Consumer<Slot> job = jobs.poll();
        if (job != null && !jobs.isEmpty()) {
            wakeOne();
        }
        return job;
    }

    private void wakeOne() {
        if (!waking.get() && waking.compareAndSet(false, true)) {
            wakes.release();
        }
    }

    int size() {
        return jobs.size();
    }

    void clear() {
        jobs.clear();
    }
}
