// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import dev.zephyr.server.worker.split.Region.Exit;
import java.util.HashMap;
import java.util.Map;

/**
 * How the values of a region travel between a function and its part: inputs as parameters; outputs
 * through globals, the first as the result where no exit number is needed; what an exit carries
 * through globals after those. *Immutable* once made.
 *
 * <p>A part writes the globals right before it returns and its caller reads them right after, with
 * no call in between, so recursion cannot overwrite them.
 */
final class Handover {
    private final FunctionType type;
    private final boolean numbered;
    private final int[] outputGlobals;
    private final Map<Exit, int[]> carriedGlobals = new HashMap<>();

    private Handover(FunctionType type, boolean numbered, int[] outputGlobals) {
        this.type = type;
        this.numbered = numbered;
        this.outputGlobals = outputGlobals;
    }

    static Handover of(Body body, Region region, Additions additions) {
        byte[] params = typesOf(region.inputs(), body);
        byte[] outputs = typesOf(region.outputs(), body);
        boolean numbered = region.ways() > 1;
        byte[] results = FunctionType.NO_VALUES;
        if (numbered) {
            results = new byte[] {ValueTypes.I32};
        } else if (outputs.length > 0) {
            results = new byte[] {outputs[0]};
        }
        Map<Byte, Integer> used = new HashMap<>();
        int[] globals = new int[outputs.length];
        for (int i = numbered ? 0 : 1; i < outputs.length; i++) {
            globals[i] = take(outputs[i], used, additions);
        }
        Handover handover = new Handover(new FunctionType(params, results), numbered, globals);
        for (Exit exit : region.exits()) {
            Map<Byte, Integer> usedHere = new HashMap<>(used);
            byte[] carried = exit.carried();
            int[] indices = new int[carried.length];
            for (int i = 0; i < carried.length; i++) {
                indices[i] = take(carried[i], usedHere, additions);
            }
            handover.carriedGlobals.put(exit, indices);
        }
        return handover;
    }

    /** The part's type. */
    FunctionType type() {
        return type;
    }

    /** Whether the part returns the number of its way out. */
    boolean isNumbered() {
        return numbered;
    }

    /** Whether the output at {@code index} is the part's result, rather than in a global. */
    boolean isResult(int index) {
        return index == 0 && !numbered;
    }

    int outputGlobal(int index) {
        return outputGlobals[index];
    }

    /** The globals of the values that an exit carries, bottom of the stack first. */
    int[] carriedGlobals(Exit exit) {
        return carriedGlobals.getOrDefault(exit, new int[0]);
    }

    private static int take(byte type, Map<Byte, Integer> used, Additions additions) {
        int ordinal = used.merge(type, 1, Integer::sum) - 1;
        return additions.global(type, ordinal);
    }

    private static byte[] typesOf(int[] locals, Body body) {
        byte[] types = new byte[locals.length];
        for (int i = 0; i < locals.length; i++) {
            types[i] = body.locals()[locals[i]];
        }
        return types;
    }
}
