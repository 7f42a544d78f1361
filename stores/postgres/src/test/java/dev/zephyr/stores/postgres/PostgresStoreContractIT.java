// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.postgres;

import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreContract;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresStoreContractIT extends KeyValueStoreContract {

    private static PostgresServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    @Override
    protected KeyValueStore open(KeyValueLimits limits) {
        String url = PostgresServer.url(server.port());
        KeyValueStore store =
                new PostgresStoreProvider()
                        .open(StoreUrl.parse(url), new StoreOptions(limits, Map.of()));
        try (Connection connection =
                        DriverManager.getConnection("jdbc:" + url.replace("wws@", ""), "wws", "");
                Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE wws_entry, wws_namespace, wws_token");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return store;
    }
}
