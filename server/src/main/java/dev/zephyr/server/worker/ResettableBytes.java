// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static dev.zephyr.server.worker.Image.PAGE_BYTES;
import static dev.zephyr.server.worker.Image.PAGE_SHIFT;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import run.endive.runtime.Memory;

/**
 * One array that can be put back to an image quickly: it has a map of the pages that were written,
 * kept by whoever writes, and {@link #reset} restores those pages only. It is a superclass, not a
 * field, of {@link GuestMemory}, because each load and store of a guest goes through its fields.
 * Confined to one worker thread.
 */
abstract class ResettableBytes {

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The widest store: so far it reaches into the page after the one that it marks. */
    private static final int OVERHANG = Long.BYTES - 1;

    /** Zero, or the image, but for the pages marked in {@link #dirty}. Its length is capacity. */
    byte[] bytes = new byte[0];

    /** One byte for each page of {@link #bytes}. */
    byte[] dirty = new byte[0];

    /** End of the part that a guest may touch. */
    int limit;

    private Image image = Image.ZERO;

    /** Puts back every page that was written, over the whole capacity. */
    final void reset() {
        byte[] map = dirty;
        for (int i = 0; i < map.length; i += Long.BYTES) {
            if ((long) LONG.get(map, i) != 0) {
                resetPages(i, i + Long.BYTES);
            }
        }
    }

    private void resetPages(int from, int to) {
        for (int page = from; page < to; page++) {
            if (dirty[page] != 0) {
                dirty[page] = 0;
                restore(page, PAGE_BYTES);
                if (page + 1 < dirty.length) {
                    restore(page + 1, OVERHANG);
                }
            }
        }
    }

    private void restore(int page, int length) {
        int start = page << PAGE_SHIFT;
        byte[] original = image.page(page);
        if (original == null) {
            Arrays.fill(bytes, start, start + length, (byte) 0);
        } else {
            System.arraycopy(original, 0, bytes, start, length);
        }
    }

    /** Replaces the image of one module by that of another; what it holds must be reset. */
    final void become(Image next) {
        if (next == image) {
            return;
        }
        Image previous = image;
        image = Image.ZERO;
        for (int page = previous.firstPage(); page < previous.endPage(); page++) {
            restore(page, PAGE_BYTES);
        }
        image = next;
        for (int page = next.firstPage(); page < next.endPage(); page++) {
            restore(page, PAGE_BYTES);
        }
    }

    /** Takes what was written since the last reset for the image of {@code module}. */
    final void adoptAs(ModuleImage module) {
        image = module.settle(Image.of(bytes, dirty));
        Arrays.fill(dirty, (byte) 0);
    }

    /**
     * Enlarges the capacity, a multiple of {@link Memory#PAGE_SIZE}. The fields change last and
     * together: an exhausted heap or stack on the way leaves everything as it was.
     *
     * @return false if the heap has no room for it
     */
    final boolean enlarge(int capacity) {
        try {
            byte[] largerBytes = Arrays.copyOf(bytes, capacity);
            byte[] largerDirty = Arrays.copyOf(dirty, capacity >>> PAGE_SHIFT);
            bytes = largerBytes;
            dirty = largerDirty;
            return true;
        } catch (OutOfMemoryError _) {
            return false;
        }
    }

    /**
     * Compares the whole capacity with the image.
     *
     * @throws IllegalStateException naming the first page that differs or is still marked
     */
    final void verify() {
        int page = image.firstDifference(bytes);
        if (page >= 0) {
            throw new IllegalStateException("page " + page + ": differs (expected: as the image)");
        }
        for (int i = 0; i < dirty.length; i++) {
            if (dirty[i] != 0) {
                throw new IllegalStateException("page " + i + ": marked (expected: no mark)");
            }
        }
    }
}
