// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the JDK and the system know about the process, asked at each scrape. What a system does not
 * know is left out. Thread-safe.
 */
final class ProcessMetrics implements MetricSource {

    /** Linux: sizes in pages; the second is what is resident (proc_pid_statm(5)). */
    private static final Path STATM = Path.of("/proc/self/statm");

    /**
     * The page size of Linux on every processor that the JDK runs on, but a few set-ups of arm64.
     */
    private static final long PAGE_BYTES = 4096;

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final String version;

    /**
     * @param version of the program; empty if it is not known
     */
    ProcessMetrics(String version) {
        this.version = version;
    }

    @Override
    public void writeTo(Exposition out) {
        system(out);
        out.family(ProcessMetric.START_TIME);
        out.sample(ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS_PER_SECOND);
        memory(out);
        collections(out);
        out.family(ProcessMetric.THREADS);
        out.sample(ManagementFactory.getThreadMXBean().getThreadCount());
        out.family(ProcessMetric.INFO);
        out.sample(1, "version", version, "jdk", Runtime.version().toString());
    }

    private static void system(Exposition out) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os) {
            out.family(ProcessMetric.CPU);
            out.seconds(os.getProcessCpuTime());
            out.family(ProcessMetric.OPEN_FILES);
            out.sample(os.getOpenFileDescriptorCount());
            out.family(ProcessMetric.MAX_FILES);
            out.sample(os.getMaxFileDescriptorCount());
        }
        long resident = residentBytes();
        if (resident > 0) {
            out.family(ProcessMetric.RESIDENT);
            out.sample(resident);
        }
    }

    private static long residentBytes() {
        try {
            String[] sizes = Files.readString(STATM).split(" ", 3);
            return Long.parseLong(sizes[1]) * PAGE_BYTES;
        } catch (IOException otherSystem) {
            return 0;
        }
    }

    private static void memory(Exposition out) {
        var memory = ManagementFactory.getMemoryMXBean();
        out.family(ProcessMetric.JVM_MEMORY);
        out.sample(memory.getHeapMemoryUsage().getUsed(), "jvm_memory_type", "heap");
        out.sample(memory.getNonHeapMemoryUsage().getUsed(), "jvm_memory_type", "non_heap");
        out.family(ProcessMetric.JVM_MEMORY_LIMIT);
        out.sample(Runtime.getRuntime().maxMemory(), "jvm_memory_type", "heap");
        out.family(ProcessMetric.JVM_BUFFERS);
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            out.sample(pool.getMemoryUsed(), "jvm_buffer_pool_name", pool.getName());
        }
    }

    private static void collections(Exposition out) {
        List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
        out.family(ProcessMetric.GC_PAUSES);
        for (GarbageCollectorMXBean collector : collectors) {
            out.sample(collector.getCollectionCount(), "jvm_gc_name", collector.getName());
        }
        out.family(ProcessMetric.GC_TIME);
        for (GarbageCollectorMXBean collector : collectors) {
            long nanos = collector.getCollectionTime() * NANOS_PER_MILLI;
            out.seconds(nanos, "jvm_gc_name", collector.getName());
        }
    }
}
