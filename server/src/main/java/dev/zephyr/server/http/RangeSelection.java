// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.util.List;

/** Which parts of one content are to be sent. */
public sealed interface RangeSelection {

    /** All of it, as if there were no {@code Range}. */
    record Whole() implements RangeSelection {}

    /** Nothing that was asked for exists: 416. */
    record Unsatisfiable() implements RangeSelection {}

    /** One part. */
    record Single(ByteRange range) implements RangeSelection {}

    /** Two or more parts that neither overlap nor touch, in the order asked for. */
    record Several(List<ByteRange> ranges) implements RangeSelection {
        public Several {
            ranges = List.copyOf(ranges);
        }
    }

    /** Ignore the field. */
    RangeSelection WHOLE = new Whole();

    /** 416. */
    RangeSelection UNSATISFIABLE = new Unsatisfiable();
}
