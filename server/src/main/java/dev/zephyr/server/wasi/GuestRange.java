// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/** Ranges of guest memory, checked before anything is done with them. Immutable. */
final class GuestRange {

    private GuestRange() {}

    /**
     * Checks that all of a range is memory of the guest.
     *
     * @param length unsigned
     * @throws GuestFault if it is not; then nothing may be allocated or written for it
     */
    static void check(GuestBytes memory, int address, int length) {
        if (length == 0) {
            return;
        }
        if (length < 0) {
            throw new GuestFault();
        }
        long end = Integer.toUnsignedLong(address) + length;
        if (end > 1L << 32) {
            throw new GuestFault();
        }
        memory.getByte(address);
        memory.getByte((int) (end - 1));
    }
}
