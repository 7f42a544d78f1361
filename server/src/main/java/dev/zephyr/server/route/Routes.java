// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import dev.zephyr.server.config.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All routes in order of precedence, each reachable. Immutable.
 *
 * @param inOrder the first that fits a path answers it
 * @param warnings of files that are not served, or not as their author may expect
 */
public record Routes(List<Route> inOrder, List<Problem> warnings) {

    private static final Comparator<Route> ORDER =
            Comparator.comparing(Route::pattern).thenComparing(route -> route.file().toString());

    public Routes {
        inOrder = List.copyOf(inOrder);
        warnings = List.copyOf(warnings);
    }

    /**
     * Orders them the same whatever order they come in; of two that fit the same the first stays.
     */
    static Routes of(List<Route> found, List<Problem> scanWarnings) {
        Map<String, Route> taken = HashMap.newHashMap(found.size());
        List<Route> reachable = new ArrayList<>(found.size());
        List<Problem> warnings = new ArrayList<>(scanWarnings);
        for (Route route : found.stream().sorted(ORDER).toList()) {
            Route earlier = taken.putIfAbsent(route.pattern().shape(), route);
            if (earlier == null) {
                reachable.add(route);
            } else {
                warnings.add(
                        Problem.ofFile(
                                route.file(),
                                "never served: " + earlier.file() + " has the route too",
                                "one file for " + earlier.path()));
            }
        }
        return new Routes(reachable, warnings);
    }
}
