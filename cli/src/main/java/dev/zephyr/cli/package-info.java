// SPDX-License-Identifier: Apache-2.0
/** The {@code wws} command. */
@NullMarked
package dev.zephyr.cli;

import org.jspecify.annotations.NullMarked;
