// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A store could not do what it was asked; {@link #category} says who must act. */
public final class KeyValueStoreException extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    /** Who must act. */
    public enum Category {
        /** The caller asked for something that no store can do. */
        CALLER,
        /** The store is away or too busy; trying again later may help. */
        UNAVAILABLE,
        /** Disk, memory or connections are used up. */
        EXHAUSTED,
        /** A defect in the store or its data. */
        INTERNAL
    }

    private final Category category;

    public KeyValueStoreException(Category category, String message) {
        this(category, message, null);
    }

    public KeyValueStoreException(Category category, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.category = category;
    }

    public Category category() {
        return category;
    }
}
