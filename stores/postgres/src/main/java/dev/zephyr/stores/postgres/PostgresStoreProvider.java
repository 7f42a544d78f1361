// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.postgres;

import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreProvider;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.util.List;

/**
 * Opens {@code postgresql://USER@HOST[:PORT]/DATABASE[?…]}. Thread-safe. The parameters of the
 * PostgreSQL driver are allowed ({@code sslmode}, {@code sslrootcert}, …), and ours:
 *
 * <ul>
 *   <li>{@code pool}: connections, 10 by default
 *   <li>{@code passwordFile}: a file whose first line is the password; else it is taken from the
 *       URL, from {@code WWS_KV_PASSWORD} or from {@code PGPASSWORD}
 * </ul>
 */
public final class PostgresStoreProvider implements KeyValueStoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public PostgresStoreProvider() {}

    @Override
    public List<String> schemes() {
        return List.of("postgresql", "postgres");
    }

    @Override
    public KeyValueStore open(StoreUrl url, StoreOptions options) {
        return PostgresStore.open(
                Database.open(PostgresSettings.of(url, options)), options.limits());
    }
}
