// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import java.util.Comparator;

/** What stands between two slashes of a route. In order of precedence: text, one, rest. */
sealed interface Segment extends Comparable<Segment> {

    Comparator<Segment> ORDER =
            Comparator.comparingInt(Segment::precedence).thenComparing(Segment::text);

    /** This text and no other. */
    record Fixed(String text) implements Segment {
        @Override
        public int precedence() {
            return 0;
        }
    }

    /** {@code [name]}: any one segment, never an empty one. */
    record Parameter(String text) implements Segment {
        @Override
        public int precedence() {
            return 1;
        }
    }

    /** {@code [...name]} at the end: whatever follows, also nothing at the root. */
    record Tail(String text) implements Segment {
        @Override
        public int precedence() {
            return 2;
        }
    }

    int precedence();

    /** The text, or the name of the parameter. */
    String text();

    @Override
    default int compareTo(Segment other) {
        return ORDER.compare(this, other);
    }
}
