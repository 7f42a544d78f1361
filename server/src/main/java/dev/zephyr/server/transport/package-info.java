// SPDX-License-Identifier: Apache-2.0
/** Connections: accept, decode, limit, write back. Alone in knowing the network library. */
@NullMarked
package dev.zephyr.server.transport;

import org.jspecify.annotations.NullMarked;
