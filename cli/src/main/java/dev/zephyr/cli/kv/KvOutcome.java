// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

/** What became of a {@link KvRequest}. */
public sealed interface KvOutcome {

    /**
     * It is done, and what was changed is durable.
     *
     * @param note a line about it for people; empty: there is nothing to say
     */
    record Done(String note) implements KvOutcome {

        static final Done SILENT = new Done("");
    }

    /**
     * It could not be done.
     *
     * @param reason for people; holds no secret
     */
    record Failed(String reason) implements KvOutcome {}
}
