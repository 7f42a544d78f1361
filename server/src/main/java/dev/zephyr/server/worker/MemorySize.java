// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import run.endive.runtime.Memory;

/**
 * How large a guest's memory is, in Wasm pages of 64 KiB. Immutable.
 *
 * @param initialPages at the start of a run
 * @param maximumPages what {@code memory.grow} may reach: the module's own maximum, the limit of
 *     the worker, and what one Java array can hold, whichever is least
 */
record MemorySize(int initialPages, int maximumPages) {

    /** Of a module without a memory. */
    static final MemorySize NONE = new MemorySize(0, 0);

    private static final int PAGES_PER_MIB = (1 << 20) / Memory.PAGE_SIZE;

    /** Whether the initial size is allowed. */
    boolean fits() {
        return initialPages <= maximumPages;
    }

    /** Why it does not fit. */
    String problem() {
        return "memory: %d MiB at the start (expected: at most %d MiB)"
                .formatted(initialPages / PAGES_PER_MIB, maximumPages / PAGES_PER_MIB);
    }
}
