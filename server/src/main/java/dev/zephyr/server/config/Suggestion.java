// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Which known word somebody probably meant. Thread-safe. */
public final class Suggestion {

    /** Longer words are not compared: nobody mistypes one of ours into them. */
    private static final int LENGTH_MAX = 64;

    private Suggestion() {}

    /** The nearest of the known words, if one is near: a third of its letters may differ. */
    public static Optional<String> of(String word, Collection<String> known) {
        if (word.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        String given = word.toLowerCase(Locale.ROOT);
        Optional<String> nearest = Optional.empty();
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(given, candidate.toLowerCase(Locale.ROOT));
            if (distance < least && distance <= Math.max(1, candidate.length() / 3)) {
                least = distance;
                nearest = Optional.of(candidate);
            }
        }
        return nearest;
    }

    /** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbors. */
    private static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] spare = beforeLast;
            beforeLast = last;
            last = row;
            row = spare;
        }
        return last[b.length()];
    }
}
