// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

/**
 * What a run left behind. The arrays belong to the slot and are valid until its next run; only the
 * first bytes of them count.
 *
 * @param outcome how it ended
 * @param stdout standard output
 * @param stdoutLength bytes of it
 * @param stderr standard error
 * @param stderrLength bytes of it
 */
record RunResult(
        RunOutcome outcome, byte[] stdout, int stdoutLength, byte[] stderr, int stderrLength) {}
