// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import java.util.List;

/**
 * A function taken apart: a flat list of instructions that ends with the close of {@code label}.
 * *Immutable.*
 *
 * @param locals the types of the parameters and of the other locals, by index
 * @param label the function itself, the target of a {@code return}
 */
record Body(FunctionType type, byte[] locals, Label label, List<Instruction> code) {}
