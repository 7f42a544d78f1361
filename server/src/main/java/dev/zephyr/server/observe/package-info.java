// SPDX-License-Identifier: Apache-2.0
/**
 * What the server tells about itself.
 *
 * <ul>
 *   <li>{@link dev.zephyr.server.observe.Logs}: the log, lines for people or JSON for machines
 * </ul>
 */
@NullMarked
package dev.zephyr.server.observe;

import org.jspecify.annotations.NullMarked;
