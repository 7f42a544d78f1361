// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.cli.kv.KvVerb;
import dev.zephyr.server.config.Options;
import java.util.List;
import java.util.Objects;

/**
 * What {@code --help} prints, made from the tables of commands and flags. Confined to the main
 * thread.
 */
final class HelpText {

    private static final int COLUMNS = 100;
    private static final int INDENT = 33;

    private final StringBuilder text = new StringBuilder();

    private HelpText() {}

    static String of(Command command) {
        HelpText help = new HelpText();
        help.text.append("Usage: wws ").append(command.synopsis).append('\n');
        help.text.append(command.meaning).append('\n');
        switch (command) {
            case SERVE -> {
                help.text.append("\nPATH is the folder; without it, this one.\n\nCommands\n");
                Command.named().forEach(c -> help.entry("  " + c.word, c.meaning));
                Flag.GROUPS.forEach(help::group);
            }
            case KV -> help.keyValue();
            case CHECK -> Flag.GROUPS.forEach(help::group);
            case RUNTIMES, VERSION -> {}
        }
        return help.text.toString().stripTrailing();
    }

    private void keyValue() {
        text.append("\nPATH is the folder, whose own store is taken unless --kv names one.\n");
        text.append("\nVerbs\n");
        for (KvVerb verb : KvVerb.values()) {
            String arguments = String.join(" ", verb.arguments());
            entry(("  " + verb.word() + " " + arguments).stripTrailing(), verb.meaning());
        }
        Flag store = Objects.requireNonNull(Flag.BY_WORD.get(Options.KV.flag()));
        group("Options", List.of(Flag.NAMESPACE, store));
    }

    private void group(String title, List<Flag> flags) {
        text.append('\n').append(title).append('\n');
        for (Flag flag : flags) {
            String letter = flag.letter().isEmpty() ? "    " : flag.letter() + ", ";
            String value = flag.isSwitch() ? "" : " " + flag.placeholder();
            entry("  " + letter + flag.name() + value, flag.meaning());
        }
    }

    private void entry(String left, String meaning) {
        text.append(left);
        int column = left.length();
        if (column >= INDENT) {
            text.append('\n');
            column = 0;
        }
        text.append(" ".repeat(INDENT - column));
        column = INDENT;
        for (String word : meaning.split(" ", -1)) {
            if (column + word.length() + 1 > COLUMNS) {
                text.append('\n').append(" ".repeat(INDENT));
                column = INDENT;
            }
            text.append(column == INDENT ? "" : " ").append(word);
            column += word.length() + 1;
        }
        text.append('\n');
    }
}
