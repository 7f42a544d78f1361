// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.KeyValueStoreProvider;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** Opens stores of every kind that is on the class path. */
public final class Stores {

    private Stores() {}

    /**
     * Opens a store by its URL.
     *
     * @throws KeyValueStoreException if there is no store of that scheme, or it can't be opened;
     *     the message says what to do and holds no secret
     */
    public static KeyValueStore open(StoreUrl url, StoreOptions options) {
        TreeSet<String> known = new TreeSet<>();
        for (KeyValueStoreProvider provider : ServiceLoader.load(KeyValueStoreProvider.class)) {
            if (provider.schemes().contains(url.scheme())) {
                return provider.open(url, options);
            }
            provider.schemes().forEach(scheme -> known.add(scheme + ":"));
        }
        throw new KeyValueStoreException(
                Category.CALLER,
                "store: " + url.scheme() + ": (expected: " + String.join(", ", known) + ")");
    }
}
