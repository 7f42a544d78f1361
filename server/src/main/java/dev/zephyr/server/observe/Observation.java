// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.kv.TransactorStats;
import dev.zephyr.server.transport.ConnectionObserver;
import dev.zephyr.server.worker.WorkerObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that watches a server: the counters, if somebody can read them. What is off is not
 * there, and costs nothing. Thread-safe.
 */
public final class Observation implements AutoCloseable {

    private final ConnectionObserver connections;
    private final WorkerObserver workers;
    private final List<MetricSource> sources = new ArrayList<>();
    private final @Nullable ConnectionMetrics counters;
    private final @Nullable AccessLog accessLog;

    /**
     * What there is to watch.
     *
     * @param loops event loops
     * @param threads that run workers
     * @param routes of the workers, by their numbers
     */
    public record Watched(int loops, int threads, List<String> routes) {
        public Watched {
            routes = List.copyOf(routes);
        }
    }

    private Observation(Watched watched, boolean counted, @Nullable AccessLog accessLog) {
        this.accessLog = accessLog;
        if (accessLog != null) {
            sources.add(accessLog);
        }
        if (counted) {
            ConnectionMetrics ofConnections = new ConnectionMetrics(watched.loops());
            WorkerMetrics ofWorkers = new WorkerMetrics(watched.routes(), watched.threads());
            sources.add(ofConnections);
            sources.add(ofWorkers);
            counters = ofConnections;
            connections =
                    accessLog == null ? ofConnections : new ObserverPair(ofConnections, accessLog);
            workers = ofWorkers;
        } else {
            counters = null;
            connections = accessLog == null ? ConnectionObserver.NONE : accessLog;
            workers = WorkerObserver.NONE;
        }
    }

    /**
     * Begins to watch: counts if there is a port where counters can be read, and writes the access
     * log unless it is off.
     *
     * @throws IOException if the access log can't be opened
     */
    public static Observation start(ServerConfig config, Watched watched) throws IOException {
        ServerConfig.Logging logging = config.logging();
        boolean logged = !logging.accessLog().equals(AccessLog.OFF);
        AccessLog accessLog = logged ? AccessLog.open(logging, watched.loops()) : null;
        return new Observation(watched, config.network().admin().isPresent(), accessLog);
    }

    /** Opens the access log again by its name, after it was moved away. */
    public void reopenLogs() {
        if (accessLog != null) {
            accessLog.reopen();
        }
    }

    /** Watches the connections of the listener. */
    public ConnectionObserver connections() {
        return connections;
    }

    /** Watches the workers. */
    public WorkerObserver workers() {
        return workers;
    }

    /**
     * What a scrape gets.
     *
     * @param keyValue what the transactor has done
     * @param queued requests that wait for a thread
     * @param version of the program
     */
    public MetricsPage page(
            Supplier<TransactorStats> keyValue, IntSupplier queued, String version) {
        List<MetricSource> all = new ArrayList<>(sources);
        all.add(new QueueMetrics(queued));
        all.add(new KeyValueMetrics(keyValue));
        all.add(new ProcessMetrics(version));
        return new MetricsPage(all);
    }

    @Override
    public void close() {
        if (counters != null) {
            counters.close();
        }
        if (accessLog != null) {
            accessLog.close();
        }
    }
}
