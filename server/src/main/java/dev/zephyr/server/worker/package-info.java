// SPDX-License-Identifier: Apache-2.0
/**
 * Running workers: request in, guest run, answer out. Alone in knowing the Wasm engine.
 *
 * <p>{@link dev.zephyr.server.worker.Engine} is the way in. A worker goes through these steps:
 *
 * <ol>
 *   <li><b>Load</b>, once and in the background: {@code ModuleLoader} reads the file ({@code
 *       ModuleFile}), asks the cache, and else parses the module and refuses what can't be run
 *       safely ({@code ModuleShape} its sections, {@code ModuleTraits} its code). From here on it
 *       can be interpreted.
 *   <li><b>Compile</b>: {@code ModuleCompiler} makes Java classes of it, once more with its large
 *       functions cut (package {@code split}) if some were too large for a Java method, with {@code
 *       EnginePatch} so that every jump can be interrupted; {@code ModuleStripper} drops the
 *       bodies.
 *   <li><b>Cache</b>: {@code CodeCache} keeps the result ({@code ModuleCode}) on the disk; {@code
 *       CodeLinker} turns it, fresh or cached, into a {@code RunnableModule}.
 *   <li><b>Slot</b>: {@code WorkerPool} hands each job to a {@code PoolThread}, whose {@code Slot}
 *       has all that a run needs.
 *   <li><b>Run</b>: {@code Slot.run} enters the {@code GuestMemory}, takes the waiting {@code
 *       GuestInstance} or makes one, with {@code HostImports} and {@code BoundedTables}, and calls
 *       it; {@code Watchdog} interrupts it at its {@code Deadline}; {@code RunFailure} tells what
 *       happened.
 *   <li><b>Reset</b>: {@code ResettableBytes} puts the pages that were written back to the module's
 *       {@code Image}, and the instance its globals.
 * </ol>
 */
@NullMarked
package dev.zephyr.server.worker;

import org.jspecify.annotations.NullMarked;
