// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import dev.zephyr.server.config.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes a route of a file's place in the folder: the extension and each {@code index} go, {@code
 * [name]} becomes a parameter, {@code [...name]} a tail. Confined to the scanning thread.
 */
final class RoutePath {

    private static final String INDEX = "index";

    private final Prefix prefix;
    private final Consumer<Problem> warnings;

    RoutePath(Prefix prefix, Consumer<Problem> warnings) {
        this.prefix = prefix;
        this.warnings = warnings;
    }

    /**
     * @param relative the worker, from the root of the folder
     * @param file the same, as it is opened
     */
    Route of(Path relative, Path file) {
        List<String> names = new ArrayList<>();
        int last = relative.getNameCount() - 1;
        for (int i = 0; i <= last; i++) {
            String name = relative.getName(i).toString();
            String stem = i == last ? withoutExtension(name) : name;
            if (!stem.equals(INDEX)) {
                names.add(stem);
            } else if (i < last) {
                warn(file, "the folder \"index\" is left out of the route", "another name");
            }
        }
        if (names.isEmpty()) {
            String path = prefix.text().isEmpty() ? "/" : prefix.text();
            return new Route(path, new RoutePattern(List.of(new Segment.Fixed(""))), file);
        }
        String path = prefix.text() + "/" + String.join("/", names);
        return new Route(path, new RoutePattern(segments(names, file)), file);
    }

    private List<Segment> segments(List<String> names, Path file) {
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            String parameter = parameter(name);
            if (parameter == null) {
                if (name.indexOf('[') >= 0) {
                    warn(file, name + " is served as it is written", "[name] as a whole segment");
                }
                segments.add(new Segment.Fixed(name));
            } else if (!parameter.startsWith("...")) {
                segments.add(new Segment.Parameter(parameter));
            } else if (i == names.size() - 1) {
                segments.add(new Segment.Tail(parameter.substring(3)));
            } else {
                warn(file, name + " fits one segment only", "a tail as the last segment");
                segments.add(new Segment.Parameter(parameter.substring(3)));
            }
        }
        return segments;
    }

    /** What stands in the brackets; null if the segment is not one pair of them around a name. */
    private static @Nullable String parameter(String name) {
        if (!name.startsWith("[") || name.indexOf(']') != name.length() - 1) {
            return null;
        }
        String inner = name.substring(1, name.length() - 1);
        String bare = inner.startsWith("...") ? inner.substring(3) : inner;
        return bare.isEmpty() || bare.indexOf('[') >= 0 ? null : inner;
    }

    private void warn(Path file, String found, String expected) {
        warnings.accept(Problem.ofFile(file, found, expected));
    }

    private static String withoutExtension(String name) {
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? name : name.substring(0, dot);
    }
}
