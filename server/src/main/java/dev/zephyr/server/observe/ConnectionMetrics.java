// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.transport.ConnectionObserver;
import java.util.stream.IntStream;

/**
 * Counts what happens on connections, in one shard per event loop. Thread-safe; a loop's events
 * come on its thread.
 */
final class ConnectionMetrics implements ConnectionObserver, MetricSource, AutoCloseable {

    private final Shards shards = new Shards(ConnectionCells.SIZE);
    private final Shard[] loops;

    /**
     * Counters that are all zero.
     *
     * @param loopCount the listener's number of event loops
     */
    ConnectionMetrics(int loopCount) {
        loops = IntStream.range(0, loopCount).mapToObj(_ -> shards.open()).toArray(Shard[]::new);
    }

    @Override
    public void connectionOpened(int loop) {
        loops[loop].add(ConnectionCells.ACCEPTED, 1);
    }

    @Override
    public void connectionRefused(int loop) {
        loops[loop].add(ConnectionCells.REFUSED, 1);
    }

    @Override
    public void connectionClosed(int loop) {
        loops[loop].addAfter(ConnectionCells.CLOSED, 1);
    }

    @Override
    public void requestStarted(int loop) {
        loops[loop].add(ConnectionCells.STARTED, 1);
    }

    @Override
    public void requestRefused(int loop, int status) {
        loops[loop].add(ConnectionCells.refusals(status), 1);
    }

    @Override
    public void timedOut(int loop, TimeLimit limit) {
        loops[loop].add(ConnectionCells.timeouts(limit), 1);
    }

    @Override
    public void loopLagged(int loop, long nanos) {
        Durations.record(loops[loop], ConnectionCells.LAG, nanos);
    }

    @Override
    public void responseCompleted(int loop, Completion completion) {
        Shard shard = loops[loop];
        int status = completion.status();
        int served = completion.tag();
        shard.add(ConnectionCells.received(served), completion.bytesIn());
        shard.add(ConnectionCells.sent(served), completion.bytesOut());
        Durations.record(shard, ConnectionCells.durations(served), completion.nanos());
        if (status == 304 || status == 206 || completion.isCut()) {
            seldom(shard, completion);
        }
        int method = RequestMethod.of(completion.request().method()).ordinal();
        int statusClass = ConnectionCells.statusClass(status);
        shard.addAfter(ConnectionCells.requests(served, method, statusClass), 1);
    }

    private static void seldom(Shard shard, Completion completion) {
        if (completion.isCut()) {
            shard.add(ConnectionCells.CUT, 1);
        }
        if (Served.of(completion.tag()).kind() == Served.Kind.FILE) {
            switch (completion.status()) {
                case 304 -> shard.add(ConnectionCells.NOT_MODIFIED, 1);
                case 206 -> shard.add(ConnectionCells.PARTIAL, 1);
                default -> {}
            }
        }
    }

    @Override
    public void writeTo(Exposition exposition) {
        new ConnectionTotals(shards.totals()).writeTo(exposition);
    }

    /** The loops have ended: what they counted stays. */
    @Override
    public void close() {
        for (Shard shard : loops) {
            shards.close(shard);
        }
    }
}
