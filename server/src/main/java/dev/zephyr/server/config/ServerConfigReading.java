// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.util.List;

/** What became of the server's configuration. */
public sealed interface ServerConfigReading {

    /**
     * The server can start.
     *
     * @param warnings what the operator should know all the same, in the words to print
     */
    record Read(ServerConfig config, List<String> warnings) implements ServerConfigReading {
        public Read {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * It can't.
     *
     * @param problems at least one, each a line
     */
    record Refused(List<String> problems) implements ServerConfigReading {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
