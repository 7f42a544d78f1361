// SPDX-License-Identifier: Apache-2.0
/** What the server tells about itself: listeners on its events. */
@NullMarked
package dev.zephyr.server.observe;

import org.jspecify.annotations.NullMarked;
