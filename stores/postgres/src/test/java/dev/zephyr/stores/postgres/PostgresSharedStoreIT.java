// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.postgres;

import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.SharedStoreContract;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class PostgresSharedStoreIT extends SharedStoreContract {

    private PostgresServer server;

    @BeforeEach
    void startServer() throws Exception {
        server = PostgresServer.start();
    }

    @AfterEach
    void stopServer() throws Exception {
        server.close();
    }

    @Override
    protected Server server() {
        return server;
    }

    @Override
    protected KeyValueStore open(int port) {
        StoreOptions options = new StoreOptions(KeyValueLimits.DEFAULT, Map.of());
        return new PostgresStoreProvider().open(StoreUrl.parse(PostgresServer.url(port)), options);
    }
}
