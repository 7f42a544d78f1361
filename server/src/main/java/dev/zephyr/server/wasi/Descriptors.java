// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The table of a guest's descriptors; a new one gets the lowest free number. Its size is the limit
 * of open files. Confined to one worker thread.
 */
final class Descriptors {

    private @Nullable Descriptor[] slots = new @Nullable Descriptor[0];
    private int size;

    /** Empties the table and makes room for {@code slotsMax} descriptors. */
    void begin(int slotsMax) {
        if (slots.length < slotsMax) {
            slots = new @Nullable Descriptor[slotsMax];
        }
        size = slotsMax;
    }

    void set(int number, Descriptor descriptor) {
        slots[number] = descriptor;
    }

    /** Adds one: its number, or {@code EMFILE}. */
    int add(Descriptor descriptor) throws WasiError {
        int number = free();
        slots[number] = descriptor;
        return number;
    }

    /** The number that the next descriptor gets, or {@code EMFILE}. */
    int free() throws WasiError {
        for (int i = 0; i < size; i++) {
            if (slots[i] == null) {
                return i;
            }
        }
        throw new WasiError(Errno.MFILE);
    }

    /** The descriptor of this number, or {@code EBADF}. */
    Descriptor get(int number) throws WasiError {
        if (number >= 0 && number < size) {
            Descriptor descriptor = slots[number];
            if (descriptor != null) {
                return descriptor;
            }
        }
        throw new WasiError(Errno.BADF);
    }

    /** The descriptor, if it has all these rights; else {@code EBADF} or {@code ENOTCAPABLE}. */
    Descriptor get(int number, long rights) throws WasiError {
        Descriptor descriptor = get(number);
        if ((descriptor.rights & rights) != rights) {
            throw new WasiError(Errno.NOTCAPABLE);
        }
        return descriptor;
    }

    void close(int number) throws IOException {
        Descriptor descriptor = get(number);
        slots[number] = null;
        descriptor.close();
    }

    /** Moves a descriptor to a number in use, which is closed; both must be open. */
    void renumber(int source, int target) throws IOException {
        Descriptor moved = get(source);
        Descriptor replaced = get(target);
        if (source == target) {
            return;
        }
        slots[target] = moved;
        slots[source] = null;
        replaced.close();
    }

    /** Closes all; what can't be closed is left to the garbage collector. */
    void closeAll() {
        for (int i = 0; i < size; i++) {
            Descriptor descriptor = slots[i];
            if (descriptor != null) {
                closeQuietly(descriptor);
            }
        }
        Arrays.fill(slots, 0, size, null);
        size = 0;
    }

    private static void closeQuietly(Descriptor descriptor) {
        try {
            descriptor.close();
        } catch (IOException _) {
            // The run is over and its outcome known; a late write error can't change it.
        }
    }
}
