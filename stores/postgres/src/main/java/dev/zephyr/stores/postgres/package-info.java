// SPDX-License-Identifier: Apache-2.0
/**
 * A key/value store in PostgreSQL, shared by any number of servers. Everything that must be atomic
 * is in the functions of {@code schema.sql}; a snapshot and a commit are one round trip each.
 */
@NullMarked
package dev.zephyr.stores.postgres;

import org.jspecify.annotations.NullMarked;
