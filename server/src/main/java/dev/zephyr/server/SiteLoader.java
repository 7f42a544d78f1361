// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import dev.zephyr.server.config.Problem;
import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.config.WorkerConfigReader;
import dev.zephyr.server.config.WorkerConfigReading;
import dev.zephyr.server.route.FolderScan;
import dev.zephyr.server.route.Prefix;
import dev.zephyr.server.route.Route;
import dev.zephyr.server.route.Routes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Searches the folder: which routes there are, what each worker is and may do, and what is wrong
 * with them. Nothing is run or compiled. Confined to the thread that starts the server.
 */
public final class SiteLoader {

    /**
     * What was found. Immutable.
     *
     * @param prefix below which everything is served
     * @param routes in the order in which they are tried
     * @param workers what each route's worker is and may do; broken ones are left out
     * @param problems what a person should know
     */
    public record Found(
            Prefix prefix,
            Routes routes,
            Map<Route, WorkerConfig> workers,
            List<Problem> problems) {

        public Found {
            workers = Map.copyOf(workers);
            problems = List.copyOf(problems);
        }
    }

    private SiteLoader() {}

    /** Searches the folder of a configuration. */
    public static Found load(ServerConfig config, Map<String, String> environment) {
        Prefix prefix = Prefix.of(config.site().prefix());
        Routes routes = FolderScan.scan(config.root(), prefix, config.site().ignore());
        List<Problem> problems = new ArrayList<>(routes.warnings());
        RunLimits defaults = config.workers().limits();
        WorkerConfigReader reader = new WorkerConfigReader(defaults, environment);
        Map<Route, WorkerConfig> workers = new LinkedHashMap<>();
        for (Route route : routes.inOrder()) {
            switch (reader.read(route.file())) {
                case WorkerConfigReading.Read(var worker, var warnings) -> {
                    workers.put(route, worker);
                    problems.addAll(warnings);
                }
                case WorkerConfigReading.Broken(var broken) -> problems.addAll(broken);
            }
        }
        return new Found(prefix, routes, workers, problems);
    }
}
