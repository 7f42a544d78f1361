// SPDX-License-Identifier: Apache-2.0
/**
 * A key/value store in Redis, shared by any number of servers. A snapshot and a commit are one
 * script each, so each is one round trip and atomic.
 */
@NullMarked
package dev.zephyr.stores.redis;

import org.jspecify.annotations.NullMarked;
