// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

/** One header field. Immutable. */
record Header(String name, String value) {}
