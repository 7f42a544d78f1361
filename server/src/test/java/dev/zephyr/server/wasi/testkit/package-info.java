// SPDX-License-Identifier: Apache-2.0
/** A guest in Java for tests of host functions. */
@NullMarked
package dev.zephyr.server.wasi.testkit;

import org.jspecify.annotations.NullMarked;
