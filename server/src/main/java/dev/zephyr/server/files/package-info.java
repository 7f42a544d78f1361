// SPDX-License-Identifier: Apache-2.0
/**
 * Static files. {@link dev.zephyr.server.files.FileTree} is the way in; a request takes these
 * steps:
 *
 * <ol>
 *   <li>resolve: a path that is safe on every platform ({@code SafePath}) is looked up in what is
 *       known ({@code TopLevelNames}, {@code FileCache}) or on disk ({@code FileLocator}, {@code
 *       TreeOpener}, {@code FileLoader}); the result is a {@code FileVersion}
 *   <li>negotiate: one of its codings is chosen ({@code Negotiation}), or made ({@code
 *       CodingMaker})
 *   <li>condition: the client may have it already ({@code Condition})
 *   <li>range: the client may want parts of it ({@code Ranging})
 *   <li>respond: header and body are put together ({@code Responder}), or were so long ago ({@code
 *       Variant})
 * </ol>
 *
 * Step 1 is driven by {@code FileTree}, steps 2 to 5 by {@code Representing}. What no file and no
 * worker answers ends in {@code LastResort}.
 */
@NullMarked
package dev.zephyr.server.files;

import org.jspecify.annotations.NullMarked;
