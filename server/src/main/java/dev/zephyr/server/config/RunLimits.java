// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.time.Duration;

/**
 * What one run of a worker may use at most. Immutable.
 *
 * @param timeout wall time from the start of the run; then it is stopped and 504 answered
 * @param memoryBytesMax linear memory; beyond it the guest's {@code memory.grow} fails
 * @param stdoutBytesMax standard output; beyond it the run fails
 * @param stderrBytesMax standard error; beyond it the rest is dropped with a note
 * @param openFilesMax files and folders open at a time
 * @param bodyBytesMax content of a request; beyond it 413 is answered
 */
public record RunLimits(
        Duration timeout,
        long memoryBytesMax,
        int stdoutBytesMax,
        int stderrBytesMax,
        int openFilesMax,
        int bodyBytesMax) {

    /** The defaults, listed with their reasons in {@code docs/limits.md}. */
    public static final RunLimits DEFAULT =
            new RunLimits(Duration.ofSeconds(30), 256L << 20, 16 << 20, 64 << 10, 64, 1 << 20);

    /** As a person would set them: {@code timeout 30s, memory 256MiB, …}. */
    @Override
    public String toString() {
        return "timeout %s, memory %s, stdout %s, stderr %s, open_files %d, body %s"
                .formatted(
                        Quantity.format(timeout),
                        Quantity.format(memoryBytesMax),
                        Quantity.format(stdoutBytesMax),
                        Quantity.format(stderrBytesMax),
                        openFilesMax,
                        Quantity.format(bodyBytesMax));
    }
}
