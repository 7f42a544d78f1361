// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

/**
 * What names the version of a representation (RFC 9110 section 8.8). Immutable.
 *
 * @param entityTag the better one
 * @param lastModified to the second, so not always enough
 */
public record Validators(EntityTag entityTag, HttpDate lastModified) {}
