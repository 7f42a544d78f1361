// SPDX-License-Identifier: Apache-2.0
/**
 * From the folder to a router: which worker answers a request.
 *
 * <ol>
 *   <li>{@link dev.zephyr.server.route.FolderScan} finds the worker files, leaving out what {@link
 *       dev.zephyr.server.route.IgnoredNames} name
 *   <li>{@link dev.zephyr.server.route.RoutePath} makes a route of a file's name
 *   <li>{@link dev.zephyr.server.route.Routes} puts the routes in order and drops those that can
 *       never be reached
 *   <li>{@link dev.zephyr.server.route.Router} finds the first route in that order that fits a path
 * </ol>
 */
@NullMarked
package dev.zephyr.server.route;

import org.jspecify.annotations.NullMarked;
