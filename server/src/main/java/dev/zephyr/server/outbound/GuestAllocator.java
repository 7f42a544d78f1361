// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

/** The export {@code canonical_abi_realloc} of a guest. Confined to one worker thread. */
@FunctionalInterface
public interface GuestAllocator {

    /**
     * Calls the export with {@code (0, 0, alignment, bytes)}. What it throws ends the run.
     *
     * @param bytes may be 0
     * @return an address in the guest's memory, which may have grown meanwhile
     */
    int allocate(int alignment, int bytes);
}
