// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/** {@code clock_*}. Immutable. */
final class ClockFunctions {

    static final int REALTIME = 0;
    static final int MONOTONIC = 1;
    static final int PROCESS_CPUTIME = 2;
    static final int THREAD_CPUTIME = 3;

    /** The clocks count in nanoseconds, whatever the machine's own step is. */
    private static final long RESOLUTION_NANOS = 1;

    private ClockFunctions() {}

    static long resolution(WasiProcess process, GuestBytes memory, long[] in) throws WasiError {
        now(process, (int) in[0]);
        memory.putLong((int) in[1], RESOLUTION_NANOS);
        return Errno.SUCCESS;
    }

    static long time(WasiProcess process, GuestBytes memory, long[] in) throws WasiError {
        memory.putLong((int) in[2], now(process, (int) in[0]));
        return Errno.SUCCESS;
    }

    /** What a clock shows, or {@code EINVAL} if there is no such clock. */
    static long now(WasiProcess process, int clock) throws WasiError {
        return switch (clock) {
            case REALTIME -> process.clocks().realtimeNanos();
            case MONOTONIC -> process.clocks().monotonicNanos();
            case PROCESS_CPUTIME, THREAD_CPUTIME -> process.runNanos();
            default -> throw new WasiError(Errno.INVAL);
        };
    }
}
