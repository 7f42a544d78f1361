// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.config;

import java.util.List;

/** What became of a worker's configuration. */
public sealed interface WorkerConfigReading {

    /**
     * The worker can run.
     *
     * @param warnings what its author should know all the same
     */
    record Read(WorkerConfig config, List<Problem> warnings) implements WorkerConfigReading {
        public Read {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * The worker must not run: with defaults in place of what was meant it would do something else.
     *
     * @param problems at least one, in the order of the file
     */
    record Broken(List<Problem> problems) implements WorkerConfigReading {
        public Broken {
            problems = List.copyOf(problems);
        }
    }
}
