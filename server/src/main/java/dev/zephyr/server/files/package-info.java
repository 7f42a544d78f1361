// SPDX-License-Identifier: Apache-2.0
/** Static files: resolve, negotiate, condition, range, respond. */
@NullMarked
package dev.zephyr.server.files;

import org.jspecify.annotations.NullMarked;
