// SPDX-License-Identifier: Apache-2.0
/** From the folder to a router: which target answers a request. */
@NullMarked
package dev.zephyr.server.route;

import org.jspecify.annotations.NullMarked;
