// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.redis;

import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.SharedStoreContract;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class RedisSharedStoreIT extends SharedStoreContract {

    private RedisServer server;

    @BeforeEach
    void startServer() throws Exception {
        server = RedisServer.start();
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
        return new RedisStoreProvider().open(StoreUrl.parse("redis://127.0.0.1:" + port), options);
    }
}
