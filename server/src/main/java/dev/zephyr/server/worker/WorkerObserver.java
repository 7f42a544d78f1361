// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.time.Duration;

/**
 * Told of what happens to workers, to count it. Workers are known by the numbers that they were
 * loaded with. No method may block.
 */
public interface WorkerObserver {

    /** Sees nothing. */
    WorkerObserver NONE = new WorkerObserver() {};

    /** How a run ended. */
    enum End {
        /** With an answer. */
        OK,
        /** It did what the sandbox forbids, or called too deeply. */
        TRAP,
        /** It ended itself with another code than 0. */
        EXIT,
        TIMEOUT,
        MEMORY,
        /** It wrote more than it may. */
        OUTPUT,
        /** What it wrote is no answer. */
        BAD_ANSWER,
        /** The server ends. */
        STOPPED,
        /** The module can't be run at all. */
        UNLOADABLE
    }

    /** One run. Valid only during the call. */
    interface Run {

        End end();

        /**
         * From when the request came to the worker until this, its first run; -1: not the first.
         */
        long queueNanos();

        long runNanos();

        /** Memory of the guest at its end. */
        long memoryBytes();

        /** What it wrote to standard error. */
        int stderrBytes();
    }

    /**
     * A run has ended. Called on a thread of the pool.
     *
     * @param thread its number, from 0
     */
    default void ran(int thread, int worker, Run run) {}

    /** There was no room in a queue. Called on any thread. */
    default void rejected(int worker) {}

    /** The store refused a change or could not be asked. Called on any thread. */
    default void storeFailed(int worker) {}

    /** A worker was compiled, or its code was found in the cache. Called on any thread. */
    default void compiled(int worker, Duration time, boolean cached) {}
}
