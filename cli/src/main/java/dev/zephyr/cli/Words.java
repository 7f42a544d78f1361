// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.config.Suggestion;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments, taken apart: flags with their values, the command, and what is neither. Reading
 * stops at the first mistake. Confined to the main thread.
 */
final class Words {

    /** After it nothing is a flag. */
    private static final String END_OF_FLAGS = "--";

    private static final String SEE_HELP = " (wws --help lists all)";

    private final List<String> args;

    /** By identity: a record's own hash code is costly when it is first computed, at start. */
    private final IdentityHashMap<Flag, List<String>> flags = new IdentityHashMap<>();

    private final List<String> others = new ArrayList<>();
    private Command command = Command.SERVE;
    private int othersBeforeCommand;
    private @Nullable String mistake;
    private int next;

    private Words(List<String> args) {
        this.args = args;
    }

    static Words read(String... args) {
        Words words = new Words(List.of(args));
        words.readAll();
        return words;
    }

    Command command() {
        return command;
    }

    /** Each flag that was given with its values, in order; none for a switch. */
    Map<Flag, List<String>> flags() {
        return flags;
    }

    /** Neither flags nor the command. */
    List<String> others() {
        return others;
    }

    /** How many of {@link #others} stand before the command. */
    int othersBeforeCommand() {
        return othersBeforeCommand;
    }

    /** One line about the first mistake; null without one. */
    @Nullable String mistake() {
        return mistake;
    }

    private void readAll() {
        boolean flagsEnded = false;
        while (next < args.size() && mistake == null) {
            String word = args.get(next++);
            if (!flagsEnded && word.equals(END_OF_FLAGS)) {
                flagsEnded = true;
            } else if (!flagsEnded && word.startsWith("-") && word.length() > 1) {
                readFlag(word);
            } else {
                readOther(word);
            }
        }
    }

    private void readOther(String word) {
        Command named = Command.of(word).orElse(null);
        if (command == Command.SERVE && named != null) {
            command = named;
            othersBeforeCommand = others.size();
            return;
        }
        others.add(word);
        if (others.size() > 1 && !command.takesWords()) {
            List<String> commands = Command.named().stream().map(c -> c.word).toList();
            mistake =
                    Suggestion.of(word, commands)
                            .map(near -> word + ": unknown (did you mean " + near + "?)")
                            .orElse(word + ": one folder too many" + SEE_HELP);
        }
    }

    private void readFlag(String word) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        String attached = equals < 0 ? null : word.substring(equals + 1);
        if (!word.startsWith("--") && word.length() > 2 && equals != 2) {
            name = word.substring(0, 2);
            attached = word.substring(2);
        }
        Flag flag = Flag.BY_WORD.get(name);
        if (flag == null) {
            String given = name;
            mistake =
                    Suggestion.of(name, Flag.BY_WORD.keySet())
                            .map(near -> given + ": unknown (did you mean " + near + "?)")
                            .orElse(given + ": unknown option" + SEE_HELP);
        } else {
            readValue(flag, attached);
        }
    }

    private void readValue(Flag flag, @Nullable String attached) {
        List<String> values = flags.computeIfAbsent(flag, _ -> new ArrayList<>());
        if (flag.isSwitch()) {
            if (attached != null) {
                mistake = flag.name() + ": " + attached + " (expected: no value)";
            }
        } else if (attached != null) {
            values.add(attached);
        } else if (next < args.size() && !Flag.BY_WORD.containsKey(args.get(next))) {
            values.add(args.get(next++));
        } else {
            mistake = flag.name() + ": no value (expected: " + flag.expected() + ")";
        }
    }
}
