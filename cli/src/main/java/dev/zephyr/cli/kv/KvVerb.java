// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What {@code wws kv} can do. */
public enum KvVerb {
    LIST("", Needs.NOTHING, "Print the namespaces; with --namespace, its keys."),
    GET("KEY", Needs.NAMESPACE, "Print a value."),
    SET("KEY VALUE", Needs.NAMESPACE, "Set a key to a value that never expires."),
    DELETE("KEY", Needs.NAMESPACE, "Delete a key."),
    EXPORT(
            "",
            Needs.NOTHING,
            "Write entries to standard output, a JSON object a line; with --namespace, only its."),
    IMPORT(
            "",
            Needs.NOTHING,
            "Set what export wrote, from standard input; with --namespace, only its entries."),
    STATS("", Needs.NOTHING, "Print how many keys and bytes each namespace has.");

    private enum Needs {
        NOTHING,
        NAMESPACE
    }

    private final String arguments;
    private final Needs needs;
    private final String meaning;

    KvVerb(String arguments, Needs needs, String meaning) {
        this.arguments = arguments;
        this.needs = needs;
        this.meaning = meaning;
    }

    /** What stands on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What must follow it, in order. */
    public List<String> arguments() {
        return arguments.isEmpty() ? List.of() : List.of(arguments.split(" ", -1));
    }

    /** Whether it makes no sense without a namespace. */
    public boolean needsNamespace() {
        return needs == Needs.NAMESPACE;
    }

    /** One sentence. */
    public String meaning() {
        return meaning;
    }

    /** The verb of a word. */
    public static Optional<KvVerb> of(String word) {
        return Arrays.stream(values()).filter(verb -> verb.word().equals(word)).findFirst();
    }

    boolean writes() {
        return switch (this) {
            case SET, DELETE, IMPORT -> true;
            case LIST, GET, EXPORT, STATS -> false;
        };
    }
}
