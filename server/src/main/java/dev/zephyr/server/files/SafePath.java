// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.RequestTarget;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A name that may be looked up in the tree: no part of it can mean anything but a file or folder
 * below the root, on any platform. Immutable.
 *
 * @param relative segments joined by slashes, none empty; empty for the root itself
 * @param folderOnly whether a trailing slash asks for a folder
 */
record SafePath(String relative, boolean folderOnly) {

    /** Longer names exist on no common file system. */
    private static final int SEGMENT_BYTES_MAX = 255;

    /** PATH_MAX of Linux, less room for the root. */
    private static final int PATH_BYTES_MAX = 3072;

    /** Each folder on the way takes a descriptor while a file is opened. */
    private static final int SEGMENTS_MAX = 64;

    private static final String WELL_KNOWN = ".well-known";

    /** Devices of Windows, with or without an extension. */
    private static final Set<String> DEVICES =
            Set.of(
                    "con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5",
                    "com6", "com7", "com8", "com9", "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5",
                    "lpt6", "lpt7", "lpt8", "lpt9", "conin$", "conout$", "clock$");

    private static final boolean WINDOWS =
            System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

    /** Null if no file can be meant. */
    static @Nullable SafePath of(RequestTarget.Path target) {
        return target.encodedSlash() ? null : of(target.path(), target.trailingSlash());
    }

    /** The same for a decoded path that starts with a slash. */
    static @Nullable SafePath of(String path, boolean folderOnly) {
        return of(path, folderOnly, WINDOWS);
    }

    /** With the rules of Windows or without. */
    static @Nullable SafePath of(String path, boolean folderOnly, boolean windows) {
        String relative = path.substring(1);
        if (relative.length() > PATH_BYTES_MAX) {
            return null;
        }
        int from = 0;
        int segments = 0;
        while (from < relative.length()) {
            int slash = relative.indexOf('/', from);
            int end = slash < 0 ? relative.length() : slash;
            String segment = relative.substring(from, end);
            segments++;
            if (segments > SEGMENTS_MAX) {
                return null;
            }
            if (!isVisible(segment) || isReserved(segment) || (windows && isOfWindows(segment))) {
                return null;
            }
            from = end + 1;
        }
        return isPath(relative) ? new SafePath(relative, folderOnly && !relative.isEmpty()) : null;
    }

    /** The last word is the platform's: where names are not UTF-8, some can't be written. */
    private static boolean isPath(String relative) {
        try {
            return !Path.of(relative).isAbsolute();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Whether a listing may show it and a path may name it. */
    static boolean isServable(String name) {
        return isVisible(name) && !isReserved(name) && !(WINDOWS && isOfWindows(name));
    }

    /** The name of what is looked for, in the cache. */
    String key() {
        return folderOnly ? "/" + relative + "/" : "/" + relative;
    }

    /**
     * Whether a path that has no file is malformed rather than merely without one: it holds a NUL,
     * an encoded slash, or a segment that wws refuses.
     */
    static boolean isMalformed(RequestTarget.Path target) {
        String path = target.path();
        if (target.encodedSlash() || path.indexOf('\0') >= 0) {
            return true;
        }
        for (String segment : path.substring(1).split("/", -1)) {
            if (!segment.isEmpty() && isReserved(segment)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isVisible(String segment) {
        if (segment.isEmpty()) {
            return false;
        }
        return segment.charAt(0) != '.' || segment.equals(WELL_KNOWN);
    }

    /** What no file is served under: control characters, and the names that wws refuses. */
    private static boolean isReserved(String segment) {
        char last = segment.charAt(segment.length() - 1);
        if (segment.charAt(0) == '*' || last == ':' || last == '<' || last == '>') {
            return true;
        }
        for (int i = 0; i < segment.length(); i++) {
            if (segment.charAt(i) < 0x20 || segment.charAt(i) == 0x7f) {
                return true;
            }
        }
        return isTooLong(segment);
    }

    /** Whether no common file system has such a name. */
    static boolean isTooLong(String segment) {
        return segment.length() > SEGMENT_BYTES_MAX / 4
                && segment.getBytes(StandardCharsets.UTF_8).length > SEGMENT_BYTES_MAX;
    }

    /** Drives, streams, separators, short names, devices, and names that Windows trims. */
    private static boolean isOfWindows(String segment) {
        char last = segment.charAt(segment.length() - 1);
        if (last == '.' || last == ' ') {
            return true;
        }
        for (int i = 0; i < segment.length(); i++) {
            if ("\\:*?\"<>|~".indexOf(segment.charAt(i)) >= 0) {
                return true;
            }
        }
        int dot = segment.indexOf('.');
        String stem = dot < 0 ? segment : segment.substring(0, dot);
        return DEVICES.contains(stem.strip().toLowerCase(Locale.ROOT));
    }
}
