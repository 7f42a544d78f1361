// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.util.Map;

/**
 * One consistent state of a namespace. Immutable.
 *
 * @param namespace the namespace that was read
 * @param version the store's number of this state, equal for equal states of one namespace; larger
 *     is later
 * @param entries keys and values, not to be changed by anybody
 */
public record Snapshot(String namespace, long version, Map<String, String> entries) {}
