// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The routes with parameters or a tail, as a tree of segments. Written while it is built, then read
 * by all: thread-safe from then on.
 *
 * <p>A route's rank is its place in the order of precedence. Each node knows the least rank below
 * it, so a search that has found a route turns away from branches that can only hold later ones. A
 * path of n segments visits at most 2<sup>n</sup> nodes, as many as there are ways to read it, and
 * in a folder that people wrote hardly more than n; how many routes there are does not matter.
 */
final class RouteTree {

    static final int NO_RANK = Integer.MAX_VALUE;

    /** What follows one reading of the first segments. */
    private static final class Node {
        private final Map<String, Node> fixed = new HashMap<>();
        private @Nullable Node parameter;
        private int endRank = NO_RANK;
        private int tailRank = NO_RANK;
        private int leastRank = NO_RANK;
    }

    private final Node root = new Node();
    private boolean isEmpty = true;

    void add(RoutePattern pattern, int rank) {
        isEmpty = false;
        Node node = root;
        node.leastRank = Math.min(node.leastRank, rank);
        for (Segment segment : pattern.segments()) {
            switch (segment) {
                case Segment.Fixed(var text) ->
                        node = node.fixed.computeIfAbsent(text, _ -> new Node());
                case Segment.Parameter _ -> {
                    if (node.parameter == null) {
                        node.parameter = new Node();
                    }
                    node = node.parameter;
                }
                case Segment.Tail _ -> {
                    node.tailRank = Math.min(node.tailRank, rank);
                    return;
                }
            }
            node.leastRank = Math.min(node.leastRank, rank);
        }
        node.endRank = Math.min(node.endRank, rank);
    }

    boolean isEmpty() {
        return isEmpty;
    }

    /**
     * The rank of the first route that fits, or {@link #NO_RANK}.
     *
     * @param segments of a path below the prefix; the root has one, which is empty
     */
    int find(List<String> segments) {
        return find(root, segments, 0, NO_RANK);
    }

    private static int find(Node node, List<String> segments, int at, int best) {
        if (node.leastRank >= best) {
            return best;
        }
        if (at == segments.size()) {
            return Math.min(best, node.endRank);
        }
        int found = Math.min(best, node.tailRank);
        String segment = segments.get(at);
        Node fixed = node.fixed.get(segment);
        if (fixed != null) {
            found = find(fixed, segments, at + 1, found);
        }
        if (node.parameter != null && !segment.isEmpty()) {
            found = find(node.parameter, segments, at + 1, found);
        }
        return found;
    }
}
