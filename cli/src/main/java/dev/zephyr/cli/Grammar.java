// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.server.config.Option;
import dev.zephyr.server.config.Options;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code wws [OPTIONS] [PATH] [COMMAND]}: what the arguments ask for. Thread-safe.
 *
 * <p>This is on the way to the first answer, which is why no library reads the arguments; see
 * {@code docs/decisions}.
 */
final class Grammar {

    private static final String HERE = ".";

    private Grammar() {}

    static Invocation parse(String... args) {
        Words words = Words.read(args);
        Map<Flag, List<String>> flags = words.flags();
        String mistake = words.mistake();
        if (mistake != null) {
            return new Invocation.Wrong(mistake);
        }
        if (flags.containsKey(Flag.HELP)) {
            return new Invocation.Help(words.command());
        }
        if (flags.containsKey(Flag.VERSION)) {
            return new Invocation.Version();
        }
        if (flags.containsKey(Flag.NAMESPACE) && words.command() != Command.KV) {
            return new Invocation.Wrong("--namespace: only wws kv has it");
        }
        String location = location(words.others());
        return switch (words.command()) {
            case SERVE ->
                    new Invocation.Serve(
                            location,
                            options(flags),
                            Flag.GIT.stream().anyMatch(flags::containsKey),
                            flags.containsKey(Flag.INSTALL_RUNTIMES));
            case CHECK -> new Invocation.Check(location, options(flags));
            case KV -> KvGrammar.parse(words, options(flags));
            case RUNTIMES -> new Invocation.Runtimes();
            case VERSION -> new Invocation.Version();
        };
    }

    /** The first word, or the current folder. */
    static String location(List<String> words) {
        return words.isEmpty() ? HERE : words.getFirst();
    }

    private static Map<Option<?>, List<String>> options(Map<Flag, List<String>> flags) {
        IdentityHashMap<Option<?>, List<String>> options = new IdentityHashMap<>();
        Options.all()
                .forEach(option -> {
                    Flag flag = Flag.BY_WORD.get(option.flag());
                    List<String> values = flag == null ? null : flags.get(flag);
                    if (values != null) {
                        options.put(option, values.isEmpty() ? List.of("true") : values);
                    }
                });
        return options;
    }
}
