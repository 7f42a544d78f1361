// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

/** How names and keys, which may be any text, appear on a line of a terminal. */
final class Shown {

    private Shown() {}

    /**
     * The text itself if that can't be mistaken; else as a JSON string, because a line feed would
     * look like two keys and a control character could steer the terminal.
     */
    static String of(String text) {
        boolean isPlain =
                !text.isEmpty()
                        && !text.startsWith("\"")
                        && !hasLoneSurrogate(text)
                        && text.chars().noneMatch(Character::isISOControl);
        return isPlain ? text : JsonText.quoted(text);
    }

    static boolean hasLoneSurrogate(String text) {
        return text.codePoints()
                .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
