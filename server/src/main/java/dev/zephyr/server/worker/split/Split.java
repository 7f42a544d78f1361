// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

/** The outcome of {@link FunctionSplitter#split}. *Immutable*: nobody writes to the bytes. */
public sealed interface Split {
    /** The module to compile, in the binary format. */
    byte[] module();

    /**
     * The module was understood. Without a function to cut, its bytes are the ones that came.
     *
     * @param module the module to compile
     * @param report what was done
     */
    record Done(byte[] module, SplitReport report) implements Split {}

    /**
     * The module has something that this package does not understand; it stays as it came.
     *
     * @param module the module as it came
     * @param reason what was not understood, for a person
     */
    record NotUnderstood(byte[] module, String reason) implements Split {}
}
