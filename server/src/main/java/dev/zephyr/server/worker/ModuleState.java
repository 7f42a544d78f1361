// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.worker.ModuleCode.Summary;

/** How far the loading of a module has come. Immutable. */
sealed interface ModuleState {

    /** Runs, slowly: it is still being compiled, or could not be. */
    record Interpreted(RunnableModule module) implements ModuleState {}

    /**
     * Runs at full speed.
     *
     * @param cached whether its code was found on the disk
     */
    record Compiled(RunnableModule module, Summary summary, boolean cached)
            implements ModuleState {}

    /**
     * Never runs.
     *
     * @param reason for a person
     */
    record Unusable(String reason) implements ModuleState {}
}
