// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.KeyValueStoreProvider;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.time.InstantSource;
import java.util.List;

/** Opens {@code memory:}, which forgets everything when the process ends. Thread-safe. */
public final class MemoryStoreProvider implements KeyValueStoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public MemoryStoreProvider() {}

    @Override
    public List<String> schemes() {
        return List.of("memory");
    }

    @Override
    public KeyValueStore open(StoreUrl url, StoreOptions options) {
        if (!url.text().equals("memory:")) {
            throw new KeyValueStoreException(
                    Category.CALLER, "store: " + url + " (expected: memory:)");
        }
        return new ResidentStore(Backing.NONE, options.limits(), InstantSource.system());
    }
}
