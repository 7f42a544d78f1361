// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a module's memory holds before its first instruction: its data segments, by pages of {@value
 * #PAGE_BYTES} bytes; a page that is all zero takes no space. One per module, shared by all slots.
 * Immutable.
 */
final class Image {

    static final int PAGE_SHIFT = 12;

    /** The grain in which a memory remembers what was written. */
    static final int PAGE_BYTES = 1 << PAGE_SHIFT;

    private static final byte[] ZERO_PAGE = new byte[PAGE_BYTES];

    /** A memory that is zero from end to end. */
    static final Image ZERO = new Image(0, new byte[0][]);

    private final int firstPage;
    private final byte[] @Nullable [] pages;

    private Image(int firstPage, byte[] @Nullable [] pages) {
        this.firstPage = firstPage;
        this.pages = pages;
    }

    /**
     * Copies the pages that are marked.
     *
     * @param memory a memory that is zero but for those pages
     * @param marks one byte for each page, not zero: marked
     */
    static Image of(byte[] memory, byte[] marks) {
        int first = 0;
        while (first < marks.length && marks[first] == 0) {
            first++;
        }
        int end = marks.length;
        while (end > first && marks[end - 1] == 0) {
            end--;
        }
        var pages = new byte[end - first] @Nullable [];
        for (int page = first; page < end; page++) {
            if (marks[page] != 0) {
                int start = page << PAGE_SHIFT;
                pages[page - first] = Arrays.copyOfRange(memory, start, start + PAGE_BYTES);
            }
        }
        return new Image(first, pages);
    }

    /** The first page that may hold something. */
    int firstPage() {
        return firstPage;
    }

    /** One past the last page that may hold something. */
    int endPage() {
        return firstPage + pages.length;
    }

    /** The bytes of a page; null where it is zero. */
    byte @Nullable [] page(int page) {
        int index = page - firstPage;
        return index < 0 || index >= pages.length ? null : pages[index];
    }

    /** The first page of {@code memory} that differs from this image; -1: none does. */
    int firstDifference(byte[] memory) {
        for (int page = 0; page < memory.length >>> PAGE_SHIFT; page++) {
            byte[] original = page(page);
            byte[] expected = original == null ? ZERO_PAGE : original;
            int start = page << PAGE_SHIFT;
            if (!Arrays.equals(memory, start, start + PAGE_BYTES, expected, 0, PAGE_BYTES)) {
                return page;
            }
        }
        return -1;
    }
}
