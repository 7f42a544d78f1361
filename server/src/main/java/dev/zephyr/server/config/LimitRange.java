// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.time.Duration;

/** Between which values the limits of a run may be set, by a worker or for all. Immutable. */
final class LimitRange {

    static final Duration TIMEOUT_MIN = Duration.ofMillis(1);
    static final Duration TIMEOUT_MAX = Duration.ofDays(1);

    /** One page of WebAssembly. */
    static final long MEMORY_MIN = 64 << 10;

    /** Memory is one array of bytes, which a JVM bounds just below 2 GiB. */
    static final long MEMORY_MAX = 2047L << 20;

    static final long STDOUT_MIN = 1 << 10;
    static final long STDOUT_MAX = 1 << 30;
    static final long STDERR_MAX = 64 << 20;
    static final long OPEN_FILES_MAX = 4096;
    static final long BODY_MAX = 1 << 30;

    private LimitRange() {}
}
