// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

/** What the command says to the program that started it. Immutable. */
final class ExitCode {

    static final int OK = 0;

    /** The command is right, but what it asks for is not possible. */
    static final int FAILED = 1;

    /** The command, or a setting, is wrong. */
    static final int USAGE = 2;

    private ExitCode() {}
}
