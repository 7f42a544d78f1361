// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of the parts of a run; in the package of what they measure, to reach it. */
@NullMarked
package dev.zephyr.server.worker;

import org.jspecify.annotations.NullMarked;
