// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreContract;
import java.time.InstantSource;

class MemoryStoreContractTest extends KeyValueStoreContract {

    @Override
    protected KeyValueStore open(KeyValueLimits limits) {
        return new ResidentStore(Backing.NONE, limits, InstantSource.system());
    }
}
