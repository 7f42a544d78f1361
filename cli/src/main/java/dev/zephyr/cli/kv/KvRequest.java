// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

import java.util.List;
import java.util.Optional;

/**
 * What a person asks of a store. Immutable.
 *
 * @param namespace which one; there if the verb needs one
 * @param arguments as many as the verb has
 */
public record KvRequest(KvVerb verb, Optional<String> namespace, List<String> arguments) {

    /** Copies the arguments. */
    public KvRequest {
        arguments = List.copyOf(arguments);
    }

    String key() {
        return arguments.getFirst();
    }

    String value() {
        return arguments.getLast();
    }
}
