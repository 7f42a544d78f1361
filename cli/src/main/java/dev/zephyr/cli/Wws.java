// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import java.util.Map;

/** The command, from its arguments to its exit code. Confined to the main thread. */
final class Wws {

    private static final String NO_RUNTIMES =
            "❌ Language runtimes other than WebAssembly are not available";

    private final Terminal terminal;
    private final Map<String, String> environment;
    private final Serve serve;

    Wws(Terminal terminal, Map<String, String> environment, Serve serve) {
        this.terminal = terminal;
        this.environment = environment;
        this.serve = serve;
    }

    int run(String... args) {
        return switch (Grammar.parse(args)) {
            case Invocation.Serve invocation -> serve.run(invocation);
            case Invocation.Check(var location, var flags) ->
                    new Check(terminal, environment).run(location, flags);
            case Invocation.KeyValue invocation ->
                    new KeyValue(terminal, environment).run(invocation);
            case Invocation.Runtimes _ -> fail(NO_RUNTIMES, ExitCode.FAILED);
            case Invocation.Wrong(var line) -> fail("wws: " + line, ExitCode.USAGE);
            case Invocation.Help(var command) -> say(HelpText.of(command));
            case Invocation.Version _ -> say(Versions.read().toString());
        };
    }

    private int say(String text) {
        terminal.print(text);
        return ExitCode.OK;
    }

    private int fail(String line, int code) {
        terminal.printError(line);
        return code;
    }
}
