// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What follows the folder on the command line; nothing means serve. */
enum Command {
    SERVE(
            "",
            "[OPTIONS] [PATH] [COMMAND]",
            "Serve a folder: WebAssembly workers and static files."),
    CHECK("check", "check [OPTIONS] [PATH]", "Load a folder, say what is in it and what is wrong."),
    KV(
            "kv",
            "[PATH] kv VERB [--namespace N] [--kv URL] [PATH]",
            "Look at and change the key/value data of a folder's workers."),
    RUNTIMES("runtimes", "[PATH] runtimes ...", "Not available: every worker is WebAssembly."),
    VERSION("version", "version", "Print the versions of the program, the JDK and the engine.");

    /** What stands on the command line; empty for serving. */
    final String word;

    final String synopsis;

    /** One sentence. */
    final String meaning;

    Command(String word, String synopsis, String meaning) {
        this.word = word;
        this.synopsis = synopsis;
        this.meaning = meaning;
    }

    /** Whether more than a folder may follow. */
    boolean takesWords() {
        return switch (this) {
            case KV, RUNTIMES -> true;
            case SERVE, CHECK, VERSION -> false;
        };
    }

    /** The command of a word. */
    static Optional<Command> of(String word) {
        return named().stream().filter(command -> command.word.equals(word)).findFirst();
    }

    /** Those that have a word. */
    static List<Command> named() {
        return Arrays.stream(values()).filter(command -> command != SERVE).toList();
    }
}
