// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.config.ServerConfig.AccessLogFormat;
import dev.zephyr.server.config.ServerConfig.Logging;
import dev.zephyr.server.transport.ConnectionObserver;
import java.io.IOException;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A line for each request. The event loop makes the line and puts it into a ring; one thread writes
 * the rings of all loops. When the target is slow, lines are dropped and counted: no request waits
 * for the log. Thread-safe; a loop's events come on its thread.
 */
final class AccessLog implements ConnectionObserver, MetricSource, AutoCloseable {

    /** No access log. */
    static final String OFF = "off";

    /** Per event loop: some thousand lines, which a burst needs until the writer is awake. */
    static final int RING_BYTES = 512 << 10;

    private static final int LINES = 0;
    private static final int DROPPED = 1;
    private static final int CELLS = 2;

    private final List<Loop> loops;
    private final Shards shards = new Shards(CELLS);
    private final LogWriter writer;

    private record Loop(AccessLine line, LogRing ring, Shard shard) {}

    /** How many event loops there are, and what time it is. */
    record Surroundings(int loops, InstantSource clock, ZoneId zone) {}

    AccessLog(LogTarget target, AccessLogFormat format, Surroundings around) {
        loops =
                IntStream.range(0, around.loops())
                        .mapToObj(_ ->
                                new Loop(
                                        AccessLine.of(format, around.clock(), around.zone()),
                                        new LogRing(RING_BYTES),
                                        shards.open()))
                        .toList();
        writer = new LogWriter(target, loops.stream().map(Loop::ring).toList(), this::dropped);
    }

    /**
     * The log of a configuration, which is not {@link #OFF}.
     *
     * @throws IOException if its file can't be opened
     */
    static AccessLog open(Logging settings, int loops) throws IOException {
        return new AccessLog(
                LogTarget.open(settings.accessLog()),
                settings.accessLogFormat(),
                new Surroundings(loops, InstantSource.system(), ZoneId.systemDefault()));
    }

    @Override
    public void responseCompleted(int loop, Completion completion) {
        Loop here = loops.get(loop);
        add(here, here.line().of(completion));
    }

    @Override
    public void requestRefused(int loop, int status) {
        Loop here = loops.get(loop);
        add(here, here.line().ofRefused(status));
    }

    private void add(Loop here, LogLine line) {
        if (here.ring().offer(line.bytes(), line.length())) {
            here.shard().add(LINES, 1);
            writer.lineAdded(here.ring(), line.length());
        } else {
            here.shard().add(DROPPED, 1);
        }
    }

    private void dropped(long lines) {
        shards.add(DROPPED, lines);
    }

    /** Opens the file again: somebody has moved it away. */
    void reopen() {
        writer.reopen();
    }

    @Override
    public void writeTo(Exposition out) {
        Shards.Totals totals = shards.totals();
        out.family(ProcessMetric.LOG_LINES);
        out.sample(totals.sum(LINES));
        out.family(ProcessMetric.LOG_DROPPED);
        out.sample(totals.sum(DROPPED));
    }

    @Override
    public void close() {
        writer.close();
    }
}
