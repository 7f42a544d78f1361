// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Options;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A word that starts with dashes. Immutable.
 *
 * @param name with both dashes
 * @param letter with its dash; empty without one
 * @param placeholder stands for the value in the help; empty for a switch
 * @param expected what the value must be
 * @param meaning one sentence
 */
record Flag(String name, String letter, String placeholder, String expected, String meaning) {

    static final Flag HELP = toggle("--help", "-h", "Print this help.");
    static final Flag VERSION = toggle("--version", "-V", "Print versions.");
    static final Flag INSTALL_RUNTIMES =
            toggle("--install-runtimes", "-i", "Accepted; language runtimes are not available.");

    static final Flag NAMESPACE =
            new Flag("--namespace", "", "N", "a name", "Namespace that wws kv works on.");

    /** Of projects in Git repositories. */
    static final List<Flag> GIT =
            List.of(
                    refused("--git-commit", "HASH"),
                    refused("--git-tag", "NAME"),
                    refused("--git-branch", "NAME"),
                    refused("--git-folder", "PATH"));

    /** Of the commands about language runtimes. */
    private static final List<Flag> REPOSITORY =
            List.of(refused("--repo-url", "URL"), refused("--repo-name", "NAME"));

    /** By the heading under which the help lists them. */
    static final Map<String, List<Flag>> GROUPS = groups();

    /** By name and by letter. */
    static final Map<String, Flag> BY_WORD = byWord();

    boolean isSwitch() {
        return placeholder.isEmpty();
    }

    private static Flag toggle(String name, String letter, String meaning) {
        return new Flag(name, letter, "", "", meaning);
    }

    private static Flag refused(String name, String placeholder) {
        return new Flag(
                name, "", placeholder, placeholder, "Accepted, and refused: not available.");
    }

    private static Flag of(Option<?> option) {
        String more = option.type().repeatable() ? " Repeatable." : "";
        boolean plain = option.defaultText().isEmpty() || option.type().isSwitch();
        return new Flag(
                option.flag(),
                option.letter().isEmpty() ? "" : "-" + option.letter(),
                option.type().placeholder(),
                option.type().expected(),
                option.meaning() + more + (plain ? "" : " [" + option.defaultText() + "]"));
    }

    private static Map<String, List<Flag>> groups() {
        Map<String, List<Flag>> groups = new LinkedHashMap<>();
        for (Options.Group group : Options.GROUPS) {
            List<Flag> flags = new ArrayList<>();
            group.options().forEach(option -> flags.add(of(option)));
            groups.put(group.title(), flags);
        }
        List<Flag> others = new ArrayList<>(List.of(HELP, VERSION, NAMESPACE, INSTALL_RUNTIMES));
        others.addAll(GIT);
        others.addAll(REPOSITORY);
        groups.put("Others", others);
        return Collections.unmodifiableMap(groups);
    }

    private static Map<String, Flag> byWord() {
        Map<String, Flag> flags = new LinkedHashMap<>();
        for (List<Flag> group : GROUPS.values()) {
            for (Flag flag : group) {
                flags.put(flag.name, flag);
                if (!flag.letter.isEmpty()) {
                    flags.put(flag.letter, flag);
                }
            }
        }
        return Collections.unmodifiableMap(flags);
    }
}
