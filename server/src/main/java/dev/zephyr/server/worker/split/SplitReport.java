// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.util.List;

/**
 * What {@link FunctionSplitter} did to a module. *Immutable.*
 *
 * @param functions how many functions the module came with, imported ones aside
 * @param largestBytes the largest estimate of one of them, in bytes of JVM code
 * @param split the functions that were cut
 * @param addedGlobals how many mutable globals were added, behind the module's own; none holds
 *     anything between two calls from outside
 */
public record SplitReport(
        int functions, int largestBytes, List<SplitFunction> split, int addedGlobals) {
    /**
     * A function that was cut.
     *
     * @param index its index in the module, unchanged
     * @param name its name from the module, or {@code func[index]}
     * @param bytesBefore its estimate as it came
     * @param bytesAfter the estimate of the largest of what it became
     * @param parts how many functions were added for it
     */
    public record SplitFunction(
            int index, String name, int bytesBefore, int bytesAfter, int parts) {}

    /** Copies the list. */
    public SplitReport {
        split = List.copyOf(split);
    }
}
