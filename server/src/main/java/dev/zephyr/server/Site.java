// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import dev.zephyr.server.files.FileAnswer;
import dev.zephyr.server.files.FileTree;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.route.Match;
import dev.zephyr.server.route.Prefix;
import dev.zephyr.server.route.Route;
import dev.zephyr.server.route.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The folder as it is served: its routes, their targets and its files. Immutable.
 *
 * @param prefix below which everything is served
 * @param routes in the order in which they are tried
 * @param router finds the route
 * @param targets what answers each route
 * @param files what lies in {@code public/}
 * @param storeTrouble why the key/value store can't answer; empty: it can
 */
record Site(
        Prefix prefix,
        List<Route> routes,
        Router router,
        Map<Route, RouteTarget> targets,
        FileTree files,
        Supplier<String> storeTrouble) {

    Site {
        routes = List.copyOf(routes);
        targets = Map.copyOf(targets);
    }

    Match match(RequestTarget.Path path) {
        return router.match(path);
    }

    RouteTarget worker(Route route) {
        RouteTarget target = targets.get(route);
        if (target == null) {
            throw new IllegalStateException("no target for the route " + route.path());
        }
        return target;
    }

    FileAnswer file(Request request, RequestTarget.Path path) {
        RequestTarget.Path relative = relative(path);
        return relative == null ? new FileAnswer.Missing() : files.respond(request, relative);
    }

    private RequestTarget.@Nullable Path relative(RequestTarget.Path path) {
        String name = prefix.below(path.path()).orElse(null);
        if (name == null || name.length() == path.path().length()) {
            return name == null ? null : path;
        }
        return new RequestTarget.Path(
                path.raw(),
                name,
                name,
                path.encodedSlash(),
                path.query(),
                path.trailingSlash(),
                path.authority());
    }

    FileAnswer notFound(Request request, RequestTarget.Path path) {
        RequestTarget.Path relative = relative(path);
        return relative == null ? new FileAnswer.Missing() : files.notFound(request, relative);
    }

    /** Why not every route answers at full speed; empty: all do. */
    List<String> notReady() {
        List<String> reasons = new ArrayList<>();
        for (Route route : routes) {
            if (!worker(route).isReady()) {
                reasons.add(route.path() + ": is being compiled");
            }
        }
        String trouble = storeTrouble.get();
        if (!trouble.isEmpty()) {
            reasons.add(trouble);
        }
        return reasons;
    }
}
