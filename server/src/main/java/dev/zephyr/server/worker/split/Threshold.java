// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

/**
 * When a function is too large, in estimated bytes of JVM code. *Immutable.*
 *
 * @param cutAbove a function above this is cut
 * @param pieceMax into pieces of at most this size, where its structure allows
 */
public record Threshold(int cutAbove, int pieceMax) {
    /**
     * Far enough below the JVM's 64 KB, and above all functions of the release builds looked at.
     */
    public static final Threshold DEFAULT = new Threshold(30_000, 8_000);

    /** Checks the numbers. */
    public Threshold {
        if (pieceMax < 1 || cutAbove < pieceMax) {
            throw new IllegalArgumentException(
                    "threshold: "
                            + cutAbove
                            + ", "
                            + pieceMax
                            + " (expected: cutAbove >= pieceMax >= 1)");
        }
    }
}
