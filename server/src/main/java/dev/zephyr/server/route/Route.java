// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.route;

import java.nio.file.Path;

/**
 * A worker's place in the folder and below the server's address. Immutable.
 *
 * @param path with the prefix, as people read it: {@code /shop/[id]}
 * @param pattern what it fits, without the prefix
 * @param file the worker
 */
public record Route(String path, RoutePattern pattern, Path file) {}
