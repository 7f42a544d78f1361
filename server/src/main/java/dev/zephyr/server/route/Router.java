// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import dev.zephyr.server.http.RequestTarget;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the worker for a path: the first in order of precedence that fits, at a cost that does not
 * grow with the number of routes. Immutable.
 */
public final class Router {

    private static final Match NONE = new Match.None();
    private static final String ENCODED_SLASH = "%2F";

    private final Prefix prefix;
    private final List<Route> inOrder;
    private final Map<String, Match> fixed = new HashMap<>();
    private final RouteTree tree = new RouteTree();

    /**
     * @param prefix removed from each path before it is compared
     */
    public Router(Prefix prefix, Routes routes) {
        this.prefix = prefix;
        this.inOrder = routes.inOrder();
        for (int rank = 0; rank < inOrder.size(); rank++) {
            Route route = inOrder.get(rank);
            if (route.pattern().isFixed()) {
                fixed.putIfAbsent(fixedPath(route.pattern()), new Match.Static(route));
            } else {
                tree.add(route.pattern(), rank);
            }
        }
    }

    /** The worker for a path. */
    public Match match(RequestTarget.Path target) {
        String path = prefix.below(target.path()).orElse(null);
        if (path == null) {
            return NONE;
        }
        Match exact = target.encodedSlash() ? null : fixed.get(path);
        if (exact != null) {
            return exact;
        }
        return tree.isEmpty() ? NONE : matchTree(target, path);
    }

    private Match matchTree(RequestTarget.Path target, String path) {
        List<String> segments = segments(path, 0);
        int rank = tree.find(target.encodedSlash() ? hideEncodedSlashes(segments) : segments);
        if (rank == RouteTree.NO_RANK) {
            return NONE;
        }
        Route route = inOrder.get(rank);
        List<String> values = segments(target.parameters(), prefix.segments());
        return new Match.Dynamic(route, params(route.pattern().segments(), values));
    }

    private static Map<String, String> params(List<Segment> pattern, List<String> values) {
        Map<String, String> params = new HashMap<>();
        for (int i = 0; i < pattern.size(); i++) {
            switch (pattern.get(i)) {
                case Segment.Fixed _ -> {}
                case Segment.Parameter(var name) -> params.put(name, values.get(i));
                case Segment.Tail(var name) ->
                        params.put(name, String.join("/", values.subList(i, values.size())));
            }
        }
        return params;
    }

    /**
     * An encoded slash is data, so a segment that holds one equals no name in the folder, not even
     * one that is spelled {@code %2F}. A slash can't be part of any name.
     */
    private static List<String> hideEncodedSlashes(List<String> segments) {
        return segments.stream().map(segment -> segment.replace(ENCODED_SLASH, "/")).toList();
    }

    private static List<String> segments(String path, int skipped) {
        List<String> all = Arrays.asList(path.split("/", -1));
        // A path that is the prefix itself is the root below it, which is one empty segment.
        return skipped + 1 == all.size() ? List.of("") : all.subList(skipped + 1, all.size());
    }

    private static String fixedPath(RoutePattern pattern) {
        return "/" + String.join("/", pattern.segments().stream().map(Segment::text).toList());
    }
}
