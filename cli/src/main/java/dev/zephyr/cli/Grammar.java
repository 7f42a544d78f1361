// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Options;
import dev.zephyr.server.config.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code wws [OPTIONS] [PATH] [COMMAND]}: what the arguments ask for. Thread-safe. */
final class Grammar {

    private static final String HERE = ".";
    private static final String SEE_HELP = " (wws --help lists all)";

    private Grammar() {}

    static Invocation parse(String... args) {
        CommandLine line = CommandModel.build();
        try {
            return invocation(line.parseArgs(args));
        } catch (ParameterException e) {
            return new Invocation.Wrong(explain(e));
        }
    }

    private static Invocation invocation(ParseResult top) {
        ParseResult last = top;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        String command = top.hasSubcommand() ? top.subcommand().commandSpec().name() : "";
        if (last.isUsageHelpRequested()) {
            return new Invocation.Help(CommandModel.help(command));
        }
        if (top.isVersionHelpRequested() || command.equals(CommandModel.VERSION)) {
            return new Invocation.Version();
        }
        return switch (command) {
            case CommandModel.CHECK ->
                    new Invocation.Check(
                            location(top, top.subcommand()), flags(List.of(top, last)));
            case CommandModel.RUNTIMES -> new Invocation.Runtimes();
            default -> serve(top);
        };
    }

    private static Invocation serve(ParseResult top) {
        return new Invocation.Serve(
                location(top, null),
                flags(List.of(top)),
                CommandModel.GIT_FLAGS.stream().anyMatch(top::hasMatchedOption),
                top.hasMatchedOption(CommandModel.INSTALL_RUNTIMES));
    }

    /** Before the command, as wws has it, or after. */
    private static String location(ParseResult top, @Nullable ParseResult command) {
        if (command != null && command.hasMatchedPositional(0)) {
            return command.matchedPositional(0).originalStringValues().getFirst();
        }
        return top.hasMatchedPositional(0)
                ? top.matchedPositional(0).originalStringValues().getFirst()
                : HERE;
    }

    /** Before the command as well as after it. */
    private static Map<Option<?>, List<String>> flags(List<ParseResult> results) {
        Map<Option<?>, List<String>> flags = new LinkedHashMap<>();
        Options.all()
                .forEach(option -> {
                    List<String> texts = new ArrayList<>();
                    results.forEach(result -> texts.addAll(texts(result, option)));
                    if (!texts.isEmpty()) {
                        flags.put(option, texts);
                    }
                });
        return flags;
    }

    private static List<String> texts(ParseResult result, Option<?> option) {
        OptionSpec matched = result.matchedOption(option.flag());
        if (matched == null) {
            return List.of();
        }
        return option.type().isSwitch() ? List.of("true") : matched.originalStringValues();
    }

    private static String explain(ParameterException e) {
        return switch (e) {
            case UnmatchedArgumentException unmatched -> unknown(unmatched);
            case MissingParameterException missing
                    when missing.getMissing().getFirst() instanceof OptionSpec option ->
                    option.longestName() + ": no value (expected: " + expected(option) + ")";
            default -> String.valueOf(e.getMessage()).lines().findFirst().orElse("") + SEE_HELP;
        };
    }

    private static String unknown(UnmatchedArgumentException e) {
        String word = e.getUnmatched().getFirst();
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        boolean isFlag = word.startsWith("-");
        return Suggestion.of(
                        name,
                        isFlag ? CommandModel.flags(e.getCommandLine()) : CommandModel.COMMANDS)
                .map(near -> name + ": unknown (did you mean " + near + "?)")
                .orElse(name + (isFlag ? ": unknown option" : ": one folder too many") + SEE_HELP);
    }

    private static String expected(OptionSpec matched) {
        return Options.all()
                .filter(option -> option.flag().equals(matched.longestName()))
                .map(option -> option.type().expected())
                .findFirst()
                .orElse(matched.paramLabel());
    }
}
