// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

/** What is counted about the process and its logs. Immutable. */
enum ProcessMetric implements Metric {
    LOG_LINES(
            "wws_access_log_lines",
            Type.COUNTER,
            Unit.NONE,
            "Lines of the access log that were handed to its writer.",
            "More traffic."),
    LOG_DROPPED(
            "wws_access_log_dropped_lines",
            Type.COUNTER,
            Unit.NONE,
            "Lines of the access log that were lost, because its target is slow or full.",
            "A full disk, a stuck pipe, or a disk that is too slow."),
    CPU("process_cpu", Type.COUNTER, Unit.SECONDS, "Processor time.", "At rate 1 a core is busy."),
    RESIDENT(
            "process_resident_memory",
            Type.GAUGE,
            Unit.BYTES,
            "Memory of the process that is in RAM.",
            "Compare with the limit of the container."),
    OPEN_FILES(
            "process_open_fds",
            Type.GAUGE,
            Unit.NONE,
            "Open file descriptors.",
            "Near process_max_fds no connection is accepted."),
    MAX_FILES(
            "process_max_fds",
            Type.GAUGE,
            Unit.NONE,
            "File descriptors that the process may have.",
            "It is a setting: ulimit -n."),
    START_TIME(
            "process_start_time",
            Type.GAUGE,
            Unit.SECONDS,
            "When the process started, since 1970.",
            "The process was restarted."),
    JVM_MEMORY(
            "jvm_memory_used",
            Type.GAUGE,
            Unit.BYTES,
            "Memory that the JVM uses, by type.",
            "heap swings; if its lows rise, set a larger -Xmx or fewer --threads."),
    JVM_MEMORY_LIMIT(
            "jvm_memory_limit",
            Type.GAUGE,
            Unit.BYTES,
            "The most heap that the JVM may use.",
            "It is a setting: -Xmx."),
    JVM_BUFFERS(
            "jvm_buffer_memory_used",
            Type.GAUGE,
            Unit.BYTES,
            "Memory outside the heap, by pool: direct and mapped.",
            "More connections with large answers."),
    GC_PAUSES(
            "jvm_gc_collections",
            Type.COUNTER,
            Unit.NONE,
            "Garbage collections, by collector.",
            "Much garbage, or a heap that is too small."),
    GC_TIME(
            "jvm_gc_collection",
            Type.COUNTER,
            Unit.SECONDS,
            "Time in garbage collections, by collector.",
            "Above 1 % of the time: set a larger -Xmx."),
    THREADS(
            "jvm_threads",
            Type.GAUGE,
            Unit.NONE,
            "Platform threads.",
            "A leak: their number is set at start."),
    INFO("wws_build_info", Type.GAUGE, Unit.NONE, "Always 1; versions are labels.", "It does not.");

    private final Description description;

    ProcessMetric(String stem, Type type, Unit unit, String meaning, String whenItRises) {
        description = new Description(stem, type, unit, meaning, whenItRises);
    }

    @Override
    public Description description() {
        return description;
    }
}
