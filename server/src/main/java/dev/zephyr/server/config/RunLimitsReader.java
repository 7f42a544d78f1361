// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads {@code [limits]} of a worker; what is not set stays as it was. Thread-safe. */
final class RunLimitsReader {

    private RunLimitsReader() {}

    static RunLimits read(TomlSection limits, RunLimits defaults) {
        Duration timeout =
                limits.duration("timeout", LimitRange.TIMEOUT_MIN, LimitRange.TIMEOUT_MAX);
        Long memory = limits.bytes("memory", LimitRange.MEMORY_MIN, LimitRange.MEMORY_MAX);
        Long stdout = limits.bytes("stdout", LimitRange.STDOUT_MIN, LimitRange.STDOUT_MAX);
        Long stderr = limits.bytes("stderr", 0, LimitRange.STDERR_MAX);
        Long files = limits.integer("open_files", 0, LimitRange.OPEN_FILES_MAX);
        Long body = limits.bytes("body", 0, LimitRange.BODY_MAX);
        limits.warnOfUnknownKeys();
        return new RunLimits(
                timeout == null ? defaults.timeout() : timeout,
                memory == null ? defaults.memoryBytesMax() : memory,
                or(stdout, defaults.stdoutBytesMax()),
                or(stderr, defaults.stderrBytesMax()),
                or(files, defaults.openFilesMax()),
                or(body, defaults.bodyBytesMax()));
    }

    private static int or(@Nullable Long value, int otherwise) {
        return value == null ? otherwise : value.intValue();
    }
}
