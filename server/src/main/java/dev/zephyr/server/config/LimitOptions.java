// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.time.Duration;
import java.util.List;

/** The part of the table of options that bounds what runs and clients may use. Immutable. */
public final class LimitOptions {

    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);

    /* Limits of a run, which a worker's own file can replace. */

    public static final Option<Duration> TIMEOUT =
            Option.of(
                    "timeout",
                    "limits.timeout",
                    ValueType.span(LimitRange.TIMEOUT_MIN, LimitRange.TIMEOUT_MAX),
                    Quantity.format(RunLimits.DEFAULT.timeout()),
                    "How long a run may take; then it is stopped and 504 answered.");
    public static final Option<Long> MAX_MEMORY =
            Option.of(
                    "max-memory",
                    "limits.memory",
                    ValueType.size(LimitRange.MEMORY_MIN, LimitRange.MEMORY_MAX),
                    Quantity.format(RunLimits.DEFAULT.memoryBytesMax()),
                    "Memory of a run; beyond it the worker's request for more fails.");
    public static final Option<Long> MAX_STDOUT =
            Option.of(
                    "max-stdout",
                    "limits.stdout",
                    ValueType.size(LimitRange.STDOUT_MIN, LimitRange.STDOUT_MAX),
                    Quantity.format(RunLimits.DEFAULT.stdoutBytesMax()),
                    "Standard output of a run; beyond it the run fails.");
    public static final Option<Long> MAX_STDERR =
            Option.of(
                    "max-stderr",
                    "limits.stderr",
                    ValueType.size(0, LimitRange.STDERR_MAX),
                    Quantity.format(RunLimits.DEFAULT.stderrBytesMax()),
                    "Standard error of a run; beyond it the rest is dropped with a note.");
    public static final Option<Integer> MAX_OPEN_FILES =
            Option.of(
                    "max-open-files",
                    "limits.open_files",
                    ValueType.number(0, (int) LimitRange.OPEN_FILES_MAX),
                    String.valueOf(RunLimits.DEFAULT.openFilesMax()),
                    "Files that a run may have open at a time.");
    public static final Option<Long> MAX_BODY =
            Option.of(
                    "max-body",
                    "limits.body",
                    ValueType.size(0, LimitRange.BODY_MAX),
                    Quantity.format(RunLimits.DEFAULT.bodyBytesMax()),
                    "Content of a request; beyond it 413 is answered.");

    /* Limits of the server. */

    public static final Option<Integer> MAX_QUEUE =
            Option.of(
                    "max-queue",
                    "limits.queue",
                    ValueType.number(0, 1_000_000),
                    "1024",
                    "Requests that wait for a thread; beyond it 503 is answered.");
    public static final Option<Integer> MAX_CONNECTIONS =
            Option.of(
                    "max-connections",
                    "limits.connections",
                    ValueType.number(1, 1_000_000),
                    "10000",
                    "Connections open at a time; one more is answered with 503.");
    public static final Option<Long> MAX_REQUEST_LINE =
            Option.of(
                    "max-request-line",
                    "limits.request_line",
                    ValueType.size(64, 1 << 20),
                    "8KiB",
                    "Method, target and version; beyond it 414 is answered.");
    public static final Option<Long> MAX_HEADER_BYTES =
            Option.of(
                    "max-header-bytes",
                    "limits.header_bytes",
                    ValueType.size(64, 64 << 10),
                    "32KiB",
                    "All header fields together; beyond it 431 is answered.");
    public static final Option<Integer> MAX_HEADERS =
            Option.of(
                    "max-headers",
                    "limits.headers",
                    ValueType.number(1, 10_000),
                    "100",
                    "Header fields of a request; beyond it 431 is answered.");
    public static final Option<Duration> HEADER_TIMEOUT =
            Option.of(
                    "header-timeout",
                    "limits.header_timeout",
                    ValueType.span(MILLISECOND, HOUR),
                    "10s",
                    "How long the head of a request may take; then 408 is answered.");
    public static final Option<Duration> BODY_TIMEOUT =
            Option.of(
                    "body-timeout",
                    "limits.body_timeout",
                    ValueType.span(MILLISECOND, HOUR),
                    "20s",
                    "How long content may take beyond what its least rate allows; then 408.");
    public static final Option<Long> MIN_BODY_RATE =
            Option.of(
                    "min-body-rate",
                    "limits.body_rate",
                    ValueType.size(1, 1 << 30),
                    "1KiB",
                    "Bytes a second below which a sender of content is too slow.");
    public static final Option<Long> MAX_BODIES =
            Option.of(
                    "max-bodies",
                    "limits.bodies",
                    ValueType.size(1 << 10, 1L << 40),
                    "256MiB",
                    "Content being received by all connections; beyond it 503 is answered.");
    public static final Option<Duration> IDLE_TIMEOUT =
            Option.of(
                    "idle-timeout",
                    "limits.idle_timeout",
                    ValueType.span(MILLISECOND, HOUR),
                    "1m",
                    "How long a connection may be without a request.");
    public static final Option<Duration> WRITE_TIMEOUT =
            Option.of(
                    "write-timeout",
                    "limits.write_timeout",
                    ValueType.span(MILLISECOND, HOUR),
                    "1m",
                    "How long a client may take no byte of an answer.");
    public static final Option<Long> MAX_PIPELINE =
            Option.of(
                    "max-pipeline",
                    "limits.pipeline",
                    ValueType.size(1, 1 << 20),
                    "16KiB",
                    "What is read ahead while a request is answered.");

    static final Options.Group RUN =
            new Options.Group(
                    "Limits of a run (a worker's own file can replace them)",
                    List.of(TIMEOUT, MAX_MEMORY, MAX_STDOUT, MAX_STDERR, MAX_OPEN_FILES, MAX_BODY));

    static final Options.Group SERVER =
            new Options.Group(
                    "Limits of the server",
                    List.of(
                            MAX_QUEUE,
                            MAX_CONNECTIONS,
                            MAX_REQUEST_LINE,
                            MAX_HEADER_BYTES,
                            MAX_HEADERS,
                            HEADER_TIMEOUT,
                            BODY_TIMEOUT,
                            MIN_BODY_RATE,
                            MAX_BODIES,
                            IDLE_TIMEOUT,
                            WRITE_TIMEOUT,
                            MAX_PIPELINE));

    private LimitOptions() {}
}
