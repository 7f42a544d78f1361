// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.time.Duration;

/** How a run ended. Immutable. */
sealed interface RunOutcome {

    /** The guest returned, or called {@code proc_exit(0)}. */
    record Completed() implements RunOutcome {}

    /** The guest called {@code proc_exit} with another code than 0. */
    record Exited(int code) implements RunOutcome {}

    /** The guest did what the sandbox forbids, or threw an exception that it did not catch. */
    record Trapped(String reason) implements RunOutcome {}

    /** It was stopped at its deadline. */
    record TimedOut(Duration limit) implements RunOutcome {}

    /** It wrote more than it may to standard output. */
    record OutputTooLarge(int bytesMax) implements RunOutcome {}

    /** It called too deeply. */
    record StackExhausted() implements RunOutcome {}

    /** The heap of the server had no room for what it needs at the start, or made on the way. */
    record OutOfMemory() implements RunOutcome {}

    /** It was stopped because the server ends. */
    record Stopped() implements RunOutcome {}

    /** The module can't be run at all. */
    record Unloadable(String reason) implements RunOutcome {}

    /** The outcome of every run that went well. */
    RunOutcome COMPLETED = new Completed();
}
