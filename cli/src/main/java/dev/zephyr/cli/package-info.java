// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code wws} command.
 *
 * <ol>
 *   <li>{@link dev.zephyr.cli.Main} hands over the arguments and ends the process
 *   <li>{@link dev.zephyr.cli.Grammar} makes an {@link dev.zephyr.cli.Invocation} of them
 *   <li>{@link dev.zephyr.cli.Wws} runs it: {@link dev.zephyr.cli.Serve}, {@link
 *       dev.zephyr.cli.Check}, {@link dev.zephyr.cli.KeyValue} or a text
 * </ol>
 */
@NullMarked
package dev.zephyr.cli;

import org.jspecify.annotations.NullMarked;
