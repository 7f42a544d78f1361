// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class FileStoreContractTest extends KeyValueStoreContract {

    @TempDir Path folder;

    private int opened;

    @Override
    protected KeyValueStore open(KeyValueLimits limits) {
        return FileStore.open(
                folder.resolve("kv" + opened++),
                new FileStore.Settings(Sync.ALWAYS, 0, limits, InstantSource.system()));
    }
}
