// SPDX-License-Identifier: Apache-2.0
/**
 * Values of HTTP: what a request said, what the answer is. No input or output happens here.
 *
 * <ul>
 *   <li>{@link dev.zephyr.server.http.Request}, {@link dev.zephyr.server.http.RequestTarget},
 *       {@link dev.zephyr.server.http.Headers}: what the client sent
 *   <li>{@link dev.zephyr.server.http.Response}, {@link dev.zephyr.server.http.HeaderBlock}, {@link
 *       dev.zephyr.server.http.Body}: what it gets
 * </ul>
 */
@NullMarked
package dev.zephyr.server.http;

import org.jspecify.annotations.NullMarked;
