// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.util.concurrent.CompletionStage;

/** What became of a {@link Commit}. */
public sealed interface CommitResult {

    /**
     * Applied and visible to every later snapshot.
     *
     * @param version the namespace's version with this commit in it
     * @param durable completes when the commit survives a crash, or fails with a {@link
     *     KeyValueStoreException}; the answer to the client is held until then
     */
    record Committed(long version, CompletionStage<Void> durable) implements CommitResult {}

    /** Not applied: somebody changed what {@link Commit#isolation} forbids. Run again. */
    record Conflict() implements CommitResult {}

    /**
     * Not applied: the namespace or the store would grow beyond a limit.
     *
     * @param reason which limit, with its value, in words for the operator
     */
    record OverQuota(String reason) implements CommitResult {}
}
