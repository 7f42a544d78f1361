// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.util.List;

/**
 * Opens stores of a kind; found by {@link java.util.ServiceLoader}. Thread-safe. Making one costs
 * nothing: drivers and connections come with {@link #open}.
 */
public interface KeyValueStoreProvider {

    /** The schemes of the URLs that it opens, in lower case. */
    List<String> schemes();

    /**
     * Opens a store, creating what is missing and bringing what is older up to date.
     *
     * @throws KeyValueStoreException with a category that says who must act; its message names what
     *     to do and holds no secret
     */
    KeyValueStore open(StoreUrl url, StoreOptions options);
}
