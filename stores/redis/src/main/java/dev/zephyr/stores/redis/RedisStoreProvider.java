// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.redis;

import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreProvider;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.util.List;

/**
 * Opens {@code redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]}, with TLS as {@code rediss:}; also
 * {@code valkey:} and {@code valkeys:}. Thread-safe. Parameters:
 *
 * <ul>
 *   <li>{@code cluster=true}: the host is one of a Redis Cluster
 *   <li>{@code passwordFile}: a file whose first line is the password; else it is taken from the
 *       URL or from {@code WWS_KV_PASSWORD}
 * </ul>
 */
public final class RedisStoreProvider implements KeyValueStoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RedisStoreProvider() {}

    @Override
    public List<String> schemes() {
        return List.of("redis", "rediss", "valkey", "valkeys");
    }

    @Override
    public KeyValueStore open(StoreUrl url, StoreOptions options) {
        RedisSettings settings = RedisSettings.of(url, options);
        return new RedisStore(Scripts.connect(settings), options.limits());
    }
}
