// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.time.Duration;
import java.util.List;

/**
 * What is known about a worker's module once it is loaded. Immutable.
 *
 * @param bytes size of the file
 * @param functions that it defines
 * @param interpreted names of functions too large for the JVM: each call of one takes milliseconds
 * @param compileTime how long compiling took, now or when it was cached
 * @param cached whether its code was found on the disk
 */
record GuestReport(
        long bytes,
        int functions,
        List<String> interpreted,
        Duration compileTime,
        boolean cached) {}
