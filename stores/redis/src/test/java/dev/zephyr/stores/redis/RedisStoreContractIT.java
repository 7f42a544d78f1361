// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreContract;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisStoreContractIT extends KeyValueStoreContract {

    private static RedisServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = RedisServer.start();
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    @Override
    protected KeyValueStore open(KeyValueLimits limits) {
        assertThat(server.command("FLUSHALL")).startsWith("+OK");
        return new RedisStoreProvider()
                .open(
                        StoreUrl.parse("redis://127.0.0.1:" + server.port()),
                        new StoreOptions(limits, Map.of()));
    }
}
