// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.Map;

/**
 * A table of host functions under the name that guests import them by. Immutable.
 *
 * @param name the module of the import, such as {@code wasi_snapshot_preview1}
 * @param functions by the name of the import
 */
record HostModule(String name, Map<String, HostCall> functions) {

    HostModule {
        functions = Map.copyOf(functions);
    }
}
