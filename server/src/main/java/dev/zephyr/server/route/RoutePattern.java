// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import java.util.Comparator;
import java.util.List;

/**
 * Which paths a route fits. Immutable.
 *
 * <p>The natural order is the order of precedence: fixed routes, then those with parameters, then
 * those with a tail; among fixed routes and those with parameters the shorter first, among tails
 * the longer first; then segment by segment.
 *
 * @param segments at least one; the root is one empty fixed segment
 */
public record RoutePattern(List<Segment> segments) implements Comparable<RoutePattern> {

    private static final Comparator<RoutePattern> ORDER =
            Comparator.comparing(RoutePattern::kind)
                    .thenComparingInt(
                            p -> p.kind() == Kind.TAIL ? -p.segments.size() : p.segments.size())
                    .thenComparing(RoutePattern::compareSegments);

    /** In order of precedence. */
    enum Kind {
        FIXED,
        PARAMETERS,
        TAIL
    }

    public RoutePattern {
        segments = List.copyOf(segments);
    }

    Kind kind() {
        if (segments.getLast() instanceof Segment.Tail) {
            return Kind.TAIL;
        }
        return segments.stream().allMatch(s -> s instanceof Segment.Fixed)
                ? Kind.FIXED
                : Kind.PARAMETERS;
    }

    /** Whether the path fits at most one text, so that it takes precedence over files. */
    public boolean isFixed() {
        return kind() == Kind.FIXED;
    }

    /** The same for all patterns that fit the same paths: without the names of parameters. */
    String shape() {
        StringBuilder shape = new StringBuilder();
        for (Segment segment : segments) {
            // No name holds a slash or a NUL.
            shape.append('/');
            switch (segment) {
                case Segment.Fixed(var text) -> shape.append(text);
                case Segment.Parameter _ -> shape.append('\0');
                case Segment.Tail _ -> shape.append("\0\0");
            }
        }
        return shape.toString();
    }

    @Override
    public int compareTo(RoutePattern other) {
        return ORDER.compare(this, other);
    }

    private int compareSegments(RoutePattern other) {
        int shorter = Math.min(segments.size(), other.segments.size());
        for (int i = 0; i < shorter; i++) {
            int order = segments.get(i).compareTo(other.segments.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(segments.size(), other.segments.size());
    }
}
