// SPDX-License-Identifier: Apache-2.0
/**
 * WASI preview 1 over a guest's memory, independent of the engine that runs the guest. A call takes
 * these steps:
 *
 * <ol>
 *   <li>{@link dev.zephyr.server.wasi.WasiFunctions} names each function, its type and its body;
 *   <li>the body ({@code StreamFunctions}, {@code PathFunctions} and so on) reads the arguments and
 *       checks every range of guest memory before it is touched;
 *   <li>{@code Descriptors} answers what a number stands for, and whether its rights suffice;
 *   <li>the {@code Descriptor} does it: a standard stream, a file, a folder;
 *   <li>a failure becomes an {@code Errno}; the guest learns nothing else about the host.
 * </ol>
 *
 * {@link dev.zephyr.server.wasi.WasiProcess} owns what lives as long as a run.
 */
@NullMarked
package dev.zephyr.server.wasi;

import org.jspecify.annotations.NullMarked;
