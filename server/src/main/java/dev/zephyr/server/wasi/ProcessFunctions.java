// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/** Functions about the process itself: arguments, environment, random bytes. Immutable. */
final class ProcessFunctions {

    private ProcessFunctions() {}

    static long argumentSizes(WasiProcess process, GuestBytes memory, long[] in) {
        return process.grants().arguments().sizes(memory, (int) in[0], (int) in[1]);
    }

    static long arguments(WasiProcess process, GuestBytes memory, long[] in) {
        return process.grants().arguments().copy(memory, (int) in[0], (int) in[1]);
    }

    static long environmentSizes(WasiProcess process, GuestBytes memory, long[] in) {
        return process.grants().environment().sizes(memory, (int) in[0], (int) in[1]);
    }

    static long environment(WasiProcess process, GuestBytes memory, long[] in) {
        return process.grants().environment().copy(memory, (int) in[0], (int) in[1]);
    }

    static long random(WasiProcess process, GuestBytes memory, long[] in) {
        process.random().fill(memory, (int) in[0], (int) in[1]);
        return Errno.SUCCESS;
    }

    /** A guest has no signals, and {@code abort} does not need them. */
    static long raise(WasiProcess process, GuestBytes memory, long[] in) {
        return Errno.NOSYS;
    }

    /** The operating system shares processors among guests; they need not give way. */
    static long giveWay(WasiProcess process, GuestBytes memory, long[] in) {
        if (Thread.currentThread().isInterrupted()) {
            throw new GuestInterrupted();
        }
        return Errno.SUCCESS;
    }
}
