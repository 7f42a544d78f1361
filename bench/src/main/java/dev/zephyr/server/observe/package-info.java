// SPDX-License-Identifier: Apache-2.0
/** What counting costs. In the package that is measured, so that nothing is public for it. */
@NullMarked
package dev.zephyr.server.observe;

import org.jspecify.annotations.NullMarked;
