// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.io.Serial;

/**
 * A module that this server doesn't run, with the reason as a person should read it. Never leaves
 * the loading of modules: {@link ModuleLoader} turns it into a state. No trace.
 */
final class ModuleRefused extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    ModuleRefused(String reason) {
        super(reason, null, false, false);
    }

    /** Why the module is refused. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
