// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import dev.zephyr.server.config.RunLimits;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.config.WorkerConfig.Folder;
import java.util.List;

/** What WASI gives to the runs of one worker. Made once per worker. Immutable. */
public final class WasiGrants {

    /** Nothing: no folders, no environment. */
    static final WasiGrants NONE =
            new WasiGrants(List.of(), List.of(), List.of(), RunLimits.DEFAULT);

    private final StringBlock arguments;
    private final StringBlock environment;
    private final List<Folder> folders;
    private final RunLimits limits;

    private WasiGrants(
            List<String> arguments,
            List<String> environment,
            List<Folder> folders,
            RunLimits limits) {
        this.arguments = StringBlock.of(arguments);
        this.environment = StringBlock.of(environment);
        this.folders = List.copyOf(folders);
        this.limits = limits;
    }

    /** The vars as the whole environment, the folders, no arguments. */
    public static WasiGrants of(WorkerConfig worker) {
        return of(worker, List.of());
    }

    /**
     * The same with arguments.
     *
     * @param arguments beginning with the name of the program, which is one of them
     */
    public static WasiGrants of(WorkerConfig worker, List<String> arguments) {
        List<String> environment =
                worker.vars().entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue())
                        .sorted()
                        .toList();
        return new WasiGrants(arguments, environment, worker.folders(), worker.limits());
    }

    StringBlock arguments() {
        return arguments;
    }

    StringBlock environment() {
        return environment;
    }

    List<Folder> folders() {
        return folders;
    }

    RunLimits limits() {
        return limits;
    }
}
