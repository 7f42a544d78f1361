// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import run.endive.runtime.ConstantEvaluators;
import run.endive.runtime.Instance;
import run.endive.runtime.Memory;
import run.endive.wasm.types.ActiveDataSegment;
import run.endive.wasm.types.DataSegment;
import run.endive.wasm.types.PassiveDataSegment;

/** What the bulk memory instructions do with the data segments of an instance. */
final class DataSegments {

    static final DataSegment[] NONE = {};

    private static final byte[] NO_BYTES = {};

    private DataSegments() {}

    /** Writes each active segment where its offset says. */
    static void apply(Instance instance, DataSegment[] segments, Memory memory) {
        for (DataSegment segment : segments) {
            if (segment instanceof ActiveDataSegment active) {
                var offset = active.offsetInstructions();
                long[] address = ConstantEvaluators.computeConstantValue(instance, offset);
                memory.write((int) address[0], active.data());
            }
        }
    }

    /** What {@code memory.init} reads; an active segment counts as dropped once it was applied. */
    static byte[] passive(DataSegment[] segments, int index) {
        return segments[index] instanceof PassiveDataSegment passive ? passive.data() : NO_BYTES;
    }

    static void drop(DataSegment[] segments, int index) {
        segments[index] = PassiveDataSegment.EMPTY;
    }
}
