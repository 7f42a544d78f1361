// SPDX-License-Identifier: Apache-2.0
/** What outsiders implement: key/value stores and listeners on what the server does. */
@NullMarked
package dev.zephyr.spi;

import org.jspecify.annotations.NullMarked;
