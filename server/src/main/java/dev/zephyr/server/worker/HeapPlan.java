// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

/** Whether the heap has room for what the configuration allows. Immutable. */
sealed interface HeapPlan {

    /** For compiled modules, requests, answers, caches, and the growing of one memory. */
    long REST_BYTES = 256L << 20;

    /** It has. */
    record Fits(long neededBytes) implements HeapPlan {}

    /**
     * It has not.
     *
     * @param advice the figures, and what to change
     */
    record TooSmall(long neededBytes, String advice) implements HeapPlan {}

    /**
     * Adds up: each thread may keep one memory of the largest size that a worker may have.
     *
     * @param threads that run guests
     * @param memoryBytesMax the largest memory limit of all workers
     * @param heapBytes the maximum of the heap ({@link Runtime#maxMemory()})
     */
    static HeapPlan of(int threads, long memoryBytesMax, long heapBytes) {
        long needed = threads * memoryBytesMax + REST_BYTES;
        if (needed <= heapBytes) {
            return new Fits(needed);
        }
        return new TooSmall(
                needed,
                "heap: %d MiB (expected: at least %d MiB for %d threads x %d MiB of guest memory"
                                .formatted(
                                        toMib(heapBytes),
                                        toMib(needed),
                                        threads,
                                        toMib(memoryBytesMax))
                        + " + %d MiB; raise -Xmx, or lower the threads or the memory limit)"
                                .formatted(toMib(REST_BYTES)));
    }

    private static long toMib(long bytes) {
        return bytes >> 20;
    }
}
