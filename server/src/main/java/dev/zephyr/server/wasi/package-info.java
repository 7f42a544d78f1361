// SPDX-License-Identifier: Apache-2.0
/** WASI preview 1 over a guest's memory, independent of the engine that runs the guest. */
@NullMarked
package dev.zephyr.server.wasi;

import org.jspecify.annotations.NullMarked;
