// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The rule of precedence written down as a sorted list that is searched from the front. */
final class NaiveRouter {

    private record Entry(String path, List<String> segments) {
        int kind() {
            return path.contains("/[...") ? 2 : path.contains("/[") ? 1 : 0;
        }

        int size() {
            return kind() == 2 ? -segments.size() : segments.size();
        }

        boolean fits(String requested) {
            List<String> asked = split(requested);
            if (kind() == 0) {
                return path.equals(requested);
            }
            if (kind() == 1 ? asked.size() != segments.size() : asked.size() < segments.size()) {
                return false;
            }
            for (int i = 0; i < segments.size(); i++) {
                String segment = segments.get(i);
                boolean same = segment.equals(asked.get(i));
                boolean any =
                        segment.startsWith("[...")
                                || (segment.startsWith("[") && !asked.get(i).isEmpty());
                if (!same && !any) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final Comparator<String> SEGMENTS =
            Comparator.comparingInt(
                            (String s) -> s.startsWith("[...") ? 2 : s.startsWith("[") ? 1 : 0)
                    .thenComparing(s -> s);

    private final List<Entry> entries;

    NaiveRouter(List<String> paths) {
        entries =
                paths.stream()
                        .map(path -> new Entry(path, split(path)))
                        .sorted(
                                Comparator.comparingInt(Entry::kind)
                                        .thenComparingInt(Entry::size)
                                        .thenComparing(
                                                Entry::segments,
                                                (a, b) ->
                                                        Arrays.compare(
                                                                a.toArray(String[]::new),
                                                                b.toArray(String[]::new),
                                                                SEGMENTS)))
                        .toList();
    }

    Optional<String> match(String requested) {
        return entries.stream().filter(e -> e.fits(requested)).map(Entry::path).findFirst();
    }

    private static List<String> split(String path) {
        return Arrays.asList(path.substring(1).split("/", -1));
    }
}
