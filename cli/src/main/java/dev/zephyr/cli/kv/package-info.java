// SPDX-License-Identifier: Apache-2.0
/**
 * {@code wws kv}: key/value data for people and their scripts.
 *
 * <ol>
 *   <li>{@link dev.zephyr.cli.kv.KvRequest}: what is asked for, one of {@link
 *       dev.zephyr.cli.kv.KvVerb}
 *   <li>{@link dev.zephyr.cli.kv.KvCommand} opens the store, to read only unless it has to write
 *   <li>{@code Reading} prints, {@code Writing} changes, {@code Importing} does so for each line,
 *       an {@code Entry} of JSON
 *   <li>{@link dev.zephyr.cli.kv.KvOutcome}: done, or why not
 * </ol>
 */
@NullMarked
package dev.zephyr.cli.kv;

import org.jspecify.annotations.NullMarked;
