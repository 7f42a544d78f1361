// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

/** Turns one glob into a regular expression. Confined to the parsing thread. */
final class GlobTranslation {

    /** What became of it. */
    sealed interface Result {
        record Regex(String regex) implements Result {}

        record Malformed(String reason) implements Result {}
    }

    private static final String SPECIAL = "\\^$.|?*+()[]{}&-~#";
    private static final int NESTING_MAX = 16;
    private static final int REPETITIONS_MAX = 1000;

    /** Leaves the descent at the first error; never seen outside. */
    private static final class MalformedGlob extends Exception {
        private static final long serialVersionUID = 1L;

        MalformedGlob(String reason) {
            super(reason, null, false, false);
        }
    }

    private final String glob;
    private final StringBuilder regex = new StringBuilder();
    private int at;
    private int nesting;

    GlobTranslation(String glob) {
        this.glob = glob;
    }

    Result translate() {
        try {
            sequence("");
        } catch (MalformedGlob e) {
            return new Result.Malformed(String.valueOf(e.getMessage()));
        }
        return new Result.Regex(regex.toString());
    }

    /**
     * Up to the end or one of the given characters, which is left.
     *
     * @param ends what closes the group around this sequence
     */
    private void sequence(String ends) throws MalformedGlob {
        int start = at;
        while (at < glob.length() && ends.indexOf(glob.charAt(at)) < 0) {
            char c = glob.charAt(at);
            if (glob.startsWith("**", at)) {
                tree(start, ends);
            } else if (glob.startsWith("(?i)", at) || glob.startsWith("(?-i)", at)) {
                regex.append(c == '(' && glob.charAt(at + 2) == 'i' ? "(?iu)" : "(?-iu)");
                at = glob.indexOf(')', at) + 1;
            } else {
                at++;
                element(c);
            }
        }
    }

    private void element(char c) throws MalformedGlob {
        switch (c) {
            case '?' -> regex.append("[^/]");
            case '*' -> regex.append("[^/]*");
            case '$' -> regex.append("[^/]*?");
            case '[' -> characterClass();
            case '{' -> alternatives();
            case '<' -> repetition();
            case '\\' -> {
                if (at == glob.length()) {
                    throw new MalformedGlob("nothing follows the last backslash");
                }
                literal(glob.charAt(at++));
            }
            default -> literal(c);
        }
    }

    /** {@code **} is a whole segment, and takes the slash before or after it along. */
    private void tree(int start, String ends) throws MalformedGlob {
        boolean afterSlash = at > start && glob.charAt(at - 1) == '/';
        int next = at + 2;
        boolean atEnd = next == glob.length() || ends.indexOf(glob.charAt(next)) >= 0;
        if ((at > start && !afterSlash) || !(atEnd || glob.charAt(next) == '/')) {
            throw new MalformedGlob("** at character " + (at + 1) + " is not a whole segment");
        }
        at = next;
        if (afterSlash) {
            regex.setLength(regex.length() - 1);
            regex.append("(?:/[^/]+)*");
        } else if (atEnd) {
            regex.append(".*");
        } else {
            at++;
            regex.append("(?:[^/]+/)*");
        }
    }

    private void characterClass() throws MalformedGlob {
        int opened = at;
        regex.append("(?!/)[");
        if (at < glob.length() && glob.charAt(at) == '!') {
            at++;
            regex.append('^');
        }
        int first = at;
        while (at < glob.length() && (glob.charAt(at) != ']' || at == first)) {
            char c = glob.charAt(at++);
            if (c == '\\' && at < glob.length()) {
                c = glob.charAt(at++);
            } else if (c == '-' && at - 1 > first && at < glob.length() && glob.charAt(at) != ']') {
                range(glob.charAt(at - 2), glob.charAt(at));
                regex.append('-');
                continue;
            }
            literal(c);
        }
        close(']', opened);
        regex.append(']');
    }

    private static void range(char from, char to) throws MalformedGlob {
        if (from > to) {
            throw new MalformedGlob("the range " + from + "-" + to + " is backwards");
        }
    }

    private void alternatives() throws MalformedGlob {
        int opened = at;
        enter();
        regex.append("(?:");
        sequence(",}");
        while (at < glob.length() && glob.charAt(at) == ',') {
            at++;
            regex.append('|');
            sequence(",}");
        }
        close('}', opened);
        regex.append(')');
        nesting--;
    }

    private void repetition() throws MalformedGlob {
        int opened = at;
        enter();
        regex.append("(?:");
        sequence(":>");
        regex.append(')');
        if (at < glob.length() && glob.charAt(at) == ':') {
            int end = glob.indexOf('>', at);
            String bounds = end < 0 ? "" : glob.substring(at + 1, end);
            regex.append('{').append(bounds(bounds)).append('}');
            at = Math.max(end, at);
        } else {
            regex.append('*');
        }
        close('>', opened);
        nesting--;
    }

    private static String bounds(String written) throws MalformedGlob {
        String[] parts = written.split(",", -1);
        if (parts.length > 2 || !parts[0].matches("[0-9]{1,4}")) {
            throw new MalformedGlob("the repetition :" + written + " is not :N, :N, or :N,M");
        }
        int least = Integer.parseInt(parts[0]);
        if (parts.length == 2 && !parts[1].isEmpty()) {
            if (!parts[1].matches("[0-9]{1,4}") || Integer.parseInt(parts[1]) < least) {
                throw new MalformedGlob("the repetition :" + written + " has no such range");
            }
        }
        if (least > REPETITIONS_MAX) {
            throw new MalformedGlob("more than " + REPETITIONS_MAX + " repetitions");
        }
        return written;
    }

    private void enter() throws MalformedGlob {
        if (++nesting > NESTING_MAX) {
            throw new MalformedGlob("more than " + NESTING_MAX + " groups in each other");
        }
    }

    private void close(char closing, int opened) throws MalformedGlob {
        if (at == glob.length()) {
            throw new MalformedGlob(
                    glob.charAt(opened - 1) + " at character " + opened + " has no " + closing);
        }
        at++;
    }

    private void literal(char c) {
        if (SPECIAL.indexOf(c) >= 0) {
            regex.append('\\');
        }
        regex.append(c);
    }
}
