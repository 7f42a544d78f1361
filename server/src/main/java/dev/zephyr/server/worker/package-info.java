// SPDX-License-Identifier: Apache-2.0
/** Running workers: request in, guest run, answer out. Alone in knowing the Wasm engine. */
@NullMarked
package dev.zephyr.server.worker;

import org.jspecify.annotations.NullMarked;
