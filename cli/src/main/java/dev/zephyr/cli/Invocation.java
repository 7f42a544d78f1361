// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import dev.zephyr.cli.kv.KvRequest;
import dev.zephyr.server.config.Option;
import java.util.List;
import java.util.Map;

/** What the arguments ask for. */
sealed interface Invocation {

    /**
     * Serve a project.
     *
     * @param location folder or address, as written
     * @param flags texts of the options that were given
     * @param fromGit whether a flag about a Git repository was given
     * @param installsRuntimes whether missing language runtimes are to be installed first
     */
    record Serve(
            String location,
            Map<Option<?>, List<String>> flags,
            boolean fromGit,
            boolean installsRuntimes)
            implements Invocation {}

    /** Load a project, say what is in it, and serve nothing. */
    record Check(String location, Map<Option<?>, List<String>> flags) implements Invocation {}

    /** Look at or change key/value data. */
    record KeyValue(String location, Map<Option<?>, List<String>> flags, KvRequest request)
            implements Invocation {}

    /** Manage language runtimes. */
    record Runtimes() implements Invocation {}

    /** Say which version this is. */
    record Version() implements Invocation {}

    /** Explain a command. */
    record Help(Command command) implements Invocation {}

    /**
     * The arguments are wrong.
     *
     * @param line says what is, and what may have been meant
     */
    record Wrong(String line) implements Invocation {}
}
