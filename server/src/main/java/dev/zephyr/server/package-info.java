// SPDX-License-Identifier: Apache-2.0
/** Composition and life cycle of the server. */
@NullMarked
package dev.zephyr.server;

import org.jspecify.annotations.NullMarked;
