// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/**
 * Makes sure that a host function has stack enough before it touches the host's files. A guest
 * decides how deep the stack is when it calls; an overflow in the middle of the JDK's code could
 * leave a file open or a class unusable. Here it strikes before anything is done. Immutable.
 */
final class StackReserve {

    /** Of 48 bytes and more where compiled: 48 KiB, more than the JDK's file operations take. */
    private static final int FRAMES = 1024;

    private StackReserve() {}

    /**
     * Does nothing, or fails.
     *
     * @throws StackOverflowError if there is too little stack left
     */
    static void require() {
        if (deepen(FRAMES, 1, 2, 3) == Long.MIN_VALUE) {
            throw new StackOverflowError();
        }
    }

    private static long deepen(int frames, long a, long b, long c) {
        if (frames == 0) {
            return 0;
        }
        long below = deepen(frames - 1, b + frames, c ^ a, a);
        return below + a * 31 + (b ^ c) + frames;
    }
}
