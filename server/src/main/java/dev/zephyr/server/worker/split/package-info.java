// SPDX-License-Identifier: Apache-2.0
/**
 * Cutting large functions of a module into several, so that the engine can compile all of them: the
 * JVM accepts no method of more than 64 KB of code, and compiles large ones badly.
 *
 * <p>{@link dev.zephyr.server.worker.split.FunctionSplitter} is the driver; it needs nothing of the
 * engine. Per module:
 *
 * <ol>
 *   <li>{@code ModuleSections} finds types, functions and bodies, {@code FunctionNames} the names;
 *   <li>{@code BodyReader} takes a body apart into {@code Instruction}s, with {@code Operator} as
 *       its table;
 *   <li>{@code SizeEstimate} tells the JVM code that it will become; what is small enough stays as
 *       it is.
 * </ol>
 *
 * <p>Then, as long as a function is too large:
 *
 * <ol>
 *   <li>{@code RegionFinder} chooses a {@code Region}, with the help of {@code Liveness};
 *   <li>{@code Cutter} moves it into a function of its own, built by {@code PartBuilder}; {@code
 *       Handover} says how values travel.
 * </ol>
 *
 * <p>At last {@code BodyWriter} and {@code ModuleWriter} write what changed, with the {@code
 * Additions} behind what was there.
 */
@NullMarked
package dev.zephyr.server.worker.split;

import org.jspecify.annotations.NullMarked;
