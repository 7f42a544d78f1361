// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The command line as picocli knows it, made from the table of options without reflection: this is
 * on the way to the first answer. Headings are made only for the help. Thread-safe.
 */
final class CommandModel {

    static final String CHECK = "check";
    static final String RUNTIMES = "runtimes";
    static final String VERSION = "version";
    static final List<String> COMMANDS = List.of(CHECK, RUNTIMES, VERSION);

    static final String INSTALL_RUNTIMES = "--install-runtimes";
    static final List<String> GIT_FLAGS =
            List.of("--git-commit", "--git-tag", "--git-branch", "--git-folder");

    private static final String NAME = "wws";
    private static final int HELP_COLUMNS = 100;

    private CommandModel() {}

    /** For parsing. */
    static CommandLine build() {
        return commandLine(false);
    }

    /**
     * The help of a command.
     *
     * @param command empty for {@code wws} itself
     */
    static String help(String command) {
        CommandLine line = commandLine(true);
        CommandLine asked =
                command.isEmpty()
                        ? line
                        : Objects.requireNonNull(line.getSubcommands().get(command), command);
        return asked.getUsageMessage(Ansi.OFF).stripTrailing();
    }

    /** The flags that a command knows. */
    static List<String> flags(CommandLine line) {
        List<String> flags = new ArrayList<>();
        line.getCommandSpec().options().forEach(option -> flags.addAll(List.of(option.names())));
        return flags;
    }

    private static CommandLine commandLine(boolean forHelp) {
        CommandSpec top = command(NAME, "Serve a folder: WebAssembly workers and static files.");
        top.addPositional(folder("Folder to serve; by default this one."));
        addOptions(top, forHelp);
        addCompatibility(top);
        top.addSubcommand(CHECK, check(forHelp));
        top.addSubcommand(RUNTIMES, runtimes());
        top.addSubcommand(VERSION, command(VERSION, "Print versions."));
        CommandLine line = new CommandLine(top);
        line.setOverwrittenOptionsAllowed(true);
        line.setUsageHelpWidth(HELP_COLUMNS);
        return line;
    }

    private static CommandSpec check(boolean forHelp) {
        CommandSpec check = command(CHECK, "Load a folder, say what is in it and what is wrong.");
        check.addPositional(folder("Folder to check; by default this one."));
        addOptions(check, forHelp);
        return check;
    }

    private static CommandSpec runtimes() {
        CommandSpec runtimes = command(RUNTIMES, "Language runtimes are not available.");
        runtimes.addOption(text("--repo-url", "URL", "Accepted for compatibility."));
        runtimes.addOption(text("--repo-name", "NAME", "Accepted for compatibility."));
        runtimes.addPositional(
                PositionalParamSpec.builder()
                        .index("0..*")
                        .arity("0..*")
                        .paramLabel("ARGS")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .description("Accepted for compatibility.")
                        .build());
        return runtimes;
    }

    private static CommandSpec command(String name, String description) {
        CommandSpec spec = CommandSpec.create().name(name);
        spec.usageMessage().description(description);
        spec.usageMessage().abbreviateSynopsis(true);
        spec.addOption(
                OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Print this help.")
                        .build());
        return spec;
    }

    private static PositionalParamSpec folder(String description) {
        return PositionalParamSpec.builder()
                .index("0")
                .arity("0..1")
                .paramLabel("PATH")
                .type(String.class)
                .description(description)
                .build();
    }

    private static void addOptions(CommandSpec spec, boolean forHelp) {
        int order = 0;
        for (Options.Group group : Options.GROUPS) {
            ArgGroupSpec.Builder section =
                    ArgGroupSpec.builder()
                            .heading("%n" + group.title() + "%n")
                            .validate(false)
                            .exclusive(false)
                            .order(order++);
            for (Option<?> option : group.options()) {
                if (forHelp) {
                    section.addArg(spec(option));
                } else {
                    spec.addOption(spec(option));
                }
            }
            if (forHelp) {
                spec.addArgGroup(section.build());
            }
        }
    }

    private static OptionSpec spec(Option<?> option) {
        OptionSpec.Builder builder =
                option.letter().isEmpty()
                        ? OptionSpec.builder(option.flag())
                        : OptionSpec.builder("-" + option.letter(), option.flag());
        builder.description(description(option));
        if (option.type().isSwitch()) {
            return builder.arity("0").type(boolean.class).build();
        }
        builder.arity("1").paramLabel(option.type().placeholder());
        return option.type().repeatable()
                ? builder.type(List.class).auxiliaryTypes(String.class).build()
                : builder.type(String.class).build();
    }

    private static String description(Option<?> option) {
        String meaning = option.meaning() + (option.type().repeatable() ? " Repeatable." : "");
        boolean plain = option.defaultText().isEmpty() || option.type().isSwitch();
        return plain ? meaning : meaning + " [" + option.defaultText() + "]";
    }

    /** What wws takes and this server can't do. */
    private static void addCompatibility(CommandSpec top) {
        top.addOption(
                OptionSpec.builder("-i", INSTALL_RUNTIMES)
                        .arity("0")
                        .type(boolean.class)
                        .description("Accepted for compatibility; runtimes are not available.")
                        .build());
        for (String flag : GIT_FLAGS) {
            top.addOption(text(flag, "NAME", "Accepted for compatibility; Git is not available."));
        }
        top.addOption(
                OptionSpec.builder("-V", "--version")
                        .versionHelp(true)
                        .description("Print versions.")
                        .build());
    }

    private static OptionSpec text(String flag, String label, String description) {
        return OptionSpec.builder(flag)
                .arity("1")
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }
}
