// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import java.util.Locale;

/**
 * One entry of {@code allowed_hosts}: a name or an address, {@code *.suffix}, each with or without
 * a port. Without a port every port is allowed. Immutable.
 *
 * @param host in lower case, an IPv6 address without brackets; of a wildcard the part from the dot
 * @param port -1 if any
 */
record HostPattern(String host, boolean wildcard, int port) {

    static HostPattern of(String entry) {
        String text = entry.strip().toLowerCase(Locale.ROOT);
        int colon = portColon(text);
        String host = withoutBrackets(colon < 0 ? text : text.substring(0, colon));
        int port = colon < 0 ? -1 : port(text.substring(colon + 1));
        boolean wildcard = host.startsWith("*.");
        return new HostPattern(wildcard ? host.substring(1) : host, wildcard, port);
    }

    /**
     * Of an address like {@code ::1}, which has more than one and no brackets, none is a port's.
     */
    private static int portColon(String text) {
        int last = text.lastIndexOf(':');
        if (text.startsWith("[")) {
            return last > text.indexOf(']') ? last : -1;
        }
        return last == text.indexOf(':') ? last : -1;
    }

    /** A port that is none matches nothing. */
    private static int port(String digits) {
        try {
            return Integer.parseUnsignedInt(digits);
        } catch (NumberFormatException _) {
            return Integer.MAX_VALUE;
        }
    }

    static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]")
                ? host.substring(1, host.length() - 1)
                : host;
    }

    /** {@code *.x.org} allows {@code a.x.org} and {@code a.b.x.org}, not {@code x.org}. */
    boolean matches(String name, int givenPort) {
        if (port != -1 && port != givenPort) {
            return false;
        }
        return wildcard ? name.length() > host.length() && name.endsWith(host) : name.equals(host);
    }
}
