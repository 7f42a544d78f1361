// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The image of one module, taken when it is first instantiated. Thread-safe. */
final class ModuleImage {

    private final AtomicReference<@Nullable Image> image = new AtomicReference<>();

    /** The image, or null before the first instantiation. */
    @Nullable Image taken() {
        return image.get();
    }

    /** Offers an image; returns the one that counts, which is the first (they are all equal). */
    Image settle(Image taken) {
        Image earlier = image.compareAndExchange(null, taken);
        return earlier == null ? taken : earlier;
    }
}
