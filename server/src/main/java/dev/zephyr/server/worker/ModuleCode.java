// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.List;
import java.util.Map;

/**
 * A compiled module: all that is needed to run it, in this process or, from the disk, in the next.
 * Immutable; the arrays are not written after it was made.
 *
 * @param traits what its code uses
 * @param summary what people are told about it
 * @param stripped the module without the bodies that were compiled
 * @param mainClass name of the class that is the engine's machine
 * @param classes their bytes by name, the main class among them
 */
record ModuleCode(
        ModuleTraits traits,
        Summary summary,
        byte[] stripped,
        String mainClass,
        Map<String, byte[]> classes) {

    /**
     * About a compiled module.
     *
     * @param moduleBytes size of the file
     * @param functions that it defines
     * @param interpreted names of those too large for a Java method
     * @param compileNanos how long compiling took
     */
    record Summary(long moduleBytes, int functions, List<String> interpreted, long compileNanos) {}
}
