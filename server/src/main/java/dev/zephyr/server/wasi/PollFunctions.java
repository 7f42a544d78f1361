// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;

/**
 * {@code poll_oneoff}. Descriptors never wait here, so a call with one is answered at once;
 * otherwise the thread waits for the first clock, until it is interrupted. Immutable.
 */
final class PollFunctions {

    /** More than any program waits for; each costs time before the wait can be interrupted. */
    static final int SUBSCRIPTIONS_MAX = 4096;

    private static final int SUBSCRIPTION_BYTES = 48;
    private static final int EVENT_BYTES = 32;
    private static final int CLOCK = 0;
    private static final int FD_READ = 1;
    private static final int FD_WRITE = 2;
    private static final int ABSOLUTE_TIME = 1;
    private static final short HANG_UP = 1;

    private PollFunctions() {}

    static long poll(WasiProcess process, GuestBytes memory, long[] in) throws WasiError {
        int subscriptions = (int) in[0];
        int events = (int) in[1];
        int count = (int) in[2];
        int result = (int) in[3];
        if (count <= 0 || count > SUBSCRIPTIONS_MAX) {
            return Errno.INVAL;
        }
        GuestRange.check(memory, subscriptions, count * SUBSCRIPTION_BYTES);
        GuestRange.check(memory, events, count * EVENT_BYTES);
        GuestRange.check(memory, result, Integer.BYTES);
        var poll = new Poll(process, memory, subscriptions, count);
        poll.await();
        memory.putInt(result, poll.report(events));
        return Errno.SUCCESS;
    }

    /** One call: its subscriptions, and the time when it began. */
    private record Poll(
            WasiProcess process, GuestBytes memory, int subscriptions, int count, long startNanos) {

        Poll(WasiProcess process, GuestBytes memory, int subscriptions, int count) {
            this(process, memory, subscriptions, count, process.clocks().monotonicNanos());
        }

        void await() throws WasiError {
            long waitNanos = waitNanos();
            while (!Thread.currentThread().isInterrupted()) {
                long rest = waitNanos - elapsedNanos();
                if (rest <= 0) {
                    return;
                }
                process.clocks().pause(rest);
            }
            throw new GuestInterrupted();
        }

        private long elapsedNanos() {
            return process.clocks().monotonicNanos() - startNanos;
        }

        private long waitNanos() throws WasiError {
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < count; i++) {
                shortest = Math.min(shortest, waitNanos(address(i)));
            }
            return shortest;
        }

        /** From the start of the call until this subscription has an event. */
        private long waitNanos(int address) throws WasiError {
            if (tag(address) != CLOCK) {
                return 0;
            }
            int clock = memory.getInt(address + 16);
            if (!isKnown(clock)) {
                return 0;
            }
            long timeout = memory.getLong(address + 24);
            if ((memory.getInt(address + 40) & ABSOLUTE_TIME) != 0) {
                long now = ClockFunctions.now(process, clock) - elapsedNanos();
                return Long.compareUnsigned(timeout, now) <= 0 ? 0 : bounded(timeout - now);
            }
            return bounded(timeout);
        }

        private static long bounded(long unsignedNanos) {
            return unsignedNanos < 0 ? Long.MAX_VALUE : unsignedNanos;
        }

        private static boolean isKnown(int clock) {
            return clock >= ClockFunctions.REALTIME && clock <= ClockFunctions.THREAD_CPUTIME;
        }

        private int tag(int address) {
            return Byte.toUnsignedInt(memory.getByte(address + 8));
        }

        private int address(int index) {
            return subscriptions + index * SUBSCRIPTION_BYTES;
        }

        /** Writes the events there are; answers how many. */
        int report(int events) throws WasiError {
            long elapsed = elapsedNanos();
            int reported = 0;
            for (int i = 0; i < count; i++) {
                int event = events + reported * EVENT_BYTES;
                if (tag(address(i)) != CLOCK) {
                    reportDescriptor(address(i), event);
                    reported++;
                } else if (waitNanos(address(i)) <= elapsed) {
                    int clock = memory.getInt(address(i) + 16);
                    int error = isKnown(clock) ? Errno.SUCCESS : Errno.INVAL;
                    write(address(i), event, error, 0);
                    reported++;
                }
            }
            return reported;
        }

        private void reportDescriptor(int address, int event) {
            try {
                long readable = readable(address);
                write(address, event, Errno.SUCCESS, readable);
            } catch (IOException failure) {
                write(address, event, FileErrors.errno(failure), 0);
            }
        }

        private long readable(int address) throws IOException {
            int tag = tag(address);
            if (tag != FD_READ && tag != FD_WRITE) {
                throw new WasiError(Errno.INVAL);
            }
            Descriptor descriptor =
                    process.descriptors()
                            .get(memory.getInt(address + 16), Rights.POLL_FD_READWRITE);
            return tag == FD_READ ? descriptor.readable() : 0;
        }

        private void write(int address, int event, int error, long readable) {
            int tag = tag(address);
            boolean atEnd = tag == FD_READ && error == Errno.SUCCESS && readable == 0;
            memory.putLong(event, memory.getLong(address));
            memory.putShort(event + 8, (short) error);
            memory.putShort(event + 10, (short) tag);
            memory.putInt(event + 12, 0);
            memory.putLong(event + 16, readable);
            memory.putLong(event + 24, atEnd ? HANG_UP : 0);
        }
    }
}
