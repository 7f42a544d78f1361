// SPDX-License-Identifier: Apache-2.0
/** Key/value data of workers: snapshot, diff, conditional commit, rerun. */
@NullMarked
package dev.zephyr.server.kv;

import org.jspecify.annotations.NullMarked;
