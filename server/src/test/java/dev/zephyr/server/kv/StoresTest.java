// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import org.junit.jupiter.api.Test;

class StoresTest {

    @Test
    void memoryIsOpenedByItsUrl() {
        try (KeyValueStore store = open("memory:")) {
            assertThat(store.answersFromMemory()).isTrue();
        }
    }

    @Test
    void unknownSchemeIsRefusedWithThoseThatAreKnown() {
        assertThatThrownBy(() -> open("mysql://u:secret@h/d"))
                .isInstanceOf(KeyValueStoreException.class)
                .hasMessageStartingWith("store: mysql: (expected: ")
                .hasMessageContaining("memory:")
                .hasMessageNotContaining("secret");
    }

    private static KeyValueStore open(String url) {
        return Stores.open(StoreUrl.parse(url), StoreOptions.defaults());
    }
}
