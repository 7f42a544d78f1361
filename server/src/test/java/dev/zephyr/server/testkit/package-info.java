// SPDX-License-Identifier: Apache-2.0
/** What tests over a real socket need: a client of bytes, a server with a handler. */
@NullMarked
package dev.zephyr.server.testkit;

import org.jspecify.annotations.NullMarked;
