// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

/**
 * A function after one cut. *Immutable.*
 *
 * @param rest the function without the region, which it calls
 * @param part the region as a function
 */
record Cut(Body rest, Body part) {}
