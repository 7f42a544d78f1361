// SPDX-License-Identifier: Apache-2.0
/**
 * Key/value data of workers. A request goes these steps, driven by {@link
 * dev.zephyr.server.kv.Transactor}:
 *
 * <ol>
 *   <li>snapshot: one consistent state of the namespace, {@link dev.zephyr.spi.KeyValueStore}
 *   <li>attempt: the worker runs over it, {@link dev.zephyr.server.kv.Attempt}
 *   <li>difference: what it changed, {@code Difference}
 *   <li>commit: applied if nobody else changed the same keys, else again from step 1, {@code Run}
 *       and {@code Lane}
 *   <li>settle: the answer goes out when everything it rests on is durable, {@link
 *       dev.zephyr.server.kv.Settled}
 * </ol>
 *
 * <p>The stores of the server itself: {@code ResidentStore} answers from memory, a {@code Backing}
 * keeps what must outlive the process; {@code Entries} is a state that shares what did not change
 * with the state before.
 */
@NullMarked
package dev.zephyr.server.kv;

import org.jspecify.annotations.NullMarked;
