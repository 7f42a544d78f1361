// SPDX-License-Identifier: Apache-2.0
/** What tests over a socket share: a running server, a client that sends bytes as they are. */
@NullMarked
package dev.zephyr.server.testkit;

import org.jspecify.annotations.NullMarked;
