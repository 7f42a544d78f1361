// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.util.Map;

/**
 * What a store is opened with beside its URL. Immutable.
 *
 * @param limits how much it takes
 * @param environment the variables of the process, where passwords may be
 */
public record StoreOptions(KeyValueLimits limits, Map<String, String> environment) {

    /** Default limits, the environment of this process. */
    public static StoreOptions defaults() {
        return new StoreOptions(KeyValueLimits.DEFAULT, System.getenv());
    }
}
