// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of {@code Range} in bytes (RFC 9110 section 14.2). Immutable.
 *
 * <p>Against floods of ranges there are three limits; a request beyond one of them gets the whole
 * content, which costs less than serving it in crumbs: {@value #SPECS_MAX} ranges named, {@value
 * #PARTS_MAX} parts after merging, and no more bytes than the content and a little.
 */
public final class RangeHeader {

    /** Ranges named in one field; real clients (zsync, PDF viewers) stay below. */
    public static final int SPECS_MAX = 64;

    /** Parts sent in one answer. */
    public static final int PARTS_MAX = 16;

    /** What a part's own header may take when the size of an answer is estimated. */
    private static final int PART_OVERHEAD_BYTES = 256;

    /** How far an answer in parts may exceed the content. */
    private static final int SLACK_BYTES = 4096;

    private static final String UNIT = "bytes=";

    /**
     * Numbers beyond it are taken for it: larger than any file, and ten times it is no overflow.
     */
    private static final long NUMBER_MAX = Long.MAX_VALUE / 20;

    private final List<Spec> specs;

    private RangeHeader(List<Spec> specs) {
        this.specs = specs;
    }

    /**
     * One range as named.
     *
     * @param first offset of the first byte, or -1 if {@code last} is the length of a suffix
     * @param last offset of the last byte, or -1 for the end
     */
    private record Spec(long first, long last) {

        @Nullable ByteRange within(long length) {
            if (first < 0) {
                return last == 0 || length == 0
                        ? null
                        : new ByteRange(Math.max(0, length - last), length - 1);
            }
            if (first >= length) {
                return null;
            }
            return new ByteRange(first, last < 0 ? length - 1 : Math.min(last, length - 1));
        }
    }

    /**
     * Reads the field value; null if it is to be ignored: another unit, bad syntax, a range that
     * ends before it starts, too many ranges.
     */
    public static @Nullable RangeHeader parse(String value) {
        if (!value.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
            return null;
        }
        List<Spec> specs = new ArrayList<>(1);
        int from = UNIT.length();
        while (from <= value.length()) {
            int comma = value.indexOf(',', from);
            int end = comma < 0 ? value.length() : comma;
            String member = trim(value, from, end, from == UNIT.length());
            if (!member.isEmpty()) {
                Spec spec = spec(member);
                if (spec == null || specs.size() == SPECS_MAX) {
                    return null;
                }
                specs.add(spec);
            }
            from = end + 1;
        }
        return specs.isEmpty() ? null : new RangeHeader(specs);
    }

    /**
     * What it selects of a content.
     *
     * @param length of the content, in bytes
     */
    public RangeSelection select(long length) {
        if (length == 0) {
            // No range of an empty content can be named in Content-Range.
            return RangeSelection.WHOLE;
        }
        List<ByteRange> ranges = new ArrayList<>(specs.size());
        for (Spec spec : specs) {
            ByteRange range = spec.within(length);
            if (range != null) {
                ranges.add(range);
            }
        }
        if (ranges.isEmpty()) {
            return RangeSelection.UNSATISFIABLE;
        }
        List<ByteRange> merged = ranges.size() == 1 ? ranges : merge(ranges);
        if (merged.size() == 1) {
            return new RangeSelection.Single(merged.getFirst());
        }
        return isFlood(merged, length) ? RangeSelection.WHOLE : new RangeSelection.Several(merged);
    }

    /** Joins what overlaps or touches; a joined range stands where its first member stood. */
    private static List<ByteRange> merge(List<ByteRange> ranges) {
        record Placed(ByteRange range, int place) {}
        List<Placed> sorted = new ArrayList<>(ranges.size());
        for (int i = 0; i < ranges.size(); i++) {
            sorted.add(new Placed(ranges.get(i), i));
        }
        sorted.sort(Comparator.comparingLong(placed -> placed.range.first()));
        List<Placed> merged = new ArrayList<>();
        Placed open = sorted.getFirst();
        for (Placed next : sorted.subList(1, sorted.size())) {
            if (next.range.first() <= open.range.last() + 1) {
                long last = Math.max(open.range.last(), next.range.last());
                ByteRange joined = new ByteRange(open.range.first(), last);
                open = new Placed(joined, Math.min(open.place, next.place));
            } else {
                merged.add(open);
                open = next;
            }
        }
        merged.add(open);
        merged.sort(Comparator.comparingInt(Placed::place));
        return merged.stream().map(Placed::range).toList();
    }

    private static boolean isFlood(List<ByteRange> ranges, long length) {
        long bytes = 0;
        for (ByteRange range : ranges) {
            bytes += range.length() + PART_OVERHEAD_BYTES;
        }
        return ranges.size() > PARTS_MAX || bytes > length + SLACK_BYTES;
    }

    /** Optional white space may stand around a comma, but not after the equals sign. */
    private static String trim(String value, int from, int to, boolean first) {
        int start = from;
        int end = to;
        while (!first && start < end && isSpace(value.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(value.charAt(end - 1))) {
            end--;
        }
        return value.substring(start, end);
    }

    private static @Nullable Spec spec(String member) {
        int dash = member.indexOf('-');
        if (dash < 0 || member.length() == 1) {
            return null;
        }
        long first = dash == 0 ? -1 : number(member, 0, dash);
        long last = dash == member.length() - 1 ? -1 : number(member, dash + 1, member.length());
        boolean malformed = first == -2 || last == -2;
        boolean backwards = first >= 0 && last >= 0 && last < first;
        return malformed || backwards ? null : new Spec(first, last);
    }

    /** Digits only, ASCII only; -2 if there is anything else. Too large a number saturates. */
    private static long number(String text, int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -2;
            }
            number = Math.min(NUMBER_MAX, number * 10 + (c - '0'));
        }
        return number;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }
}
