// SPDX-License-Identifier: Apache-2.0
/**
 * What people configure: flags, environment and TOML become validated records, every problem named
 * by file, line and key.
 */
@NullMarked
package dev.zephyr.server.config;

import org.jspecify.annotations.NullMarked;
