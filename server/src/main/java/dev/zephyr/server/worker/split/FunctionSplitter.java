// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import dev.zephyr.server.worker.split.SplitReport.SplitFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the functions of a module that would become too large as JVM methods. The result means the
 * same: same results, traps and memory, same indices of functions and globals, and every call and
 * jump backward is checked for an interrupt as before. *Confined to one worker thread.*
 */
public final class FunctionSplitter {
    /** A function is given up after so many cuts. */
    private static final int CUTS_MAX = 2_000;

    /** A cut must make a function smaller by this many bytes, or it is not worth a call. */
    private static final int GAIN_MIN = 16;

    private final ModuleSections module;
    private final FunctionNames names;
    private final Threshold threshold;
    private final Additions additions;
    private final Map<Integer, byte[]> replaced = new HashMap<>();
    private final List<SplitFunction> split = new ArrayList<>();
    private int largest;

    private FunctionSplitter(ModuleSections module, Threshold threshold) {
        this.module = module;
        this.names = FunctionNames.of(module);
        this.threshold = threshold;
        this.additions = new Additions(module);
    }

    /**
     * Cuts what is larger than {@code threshold} in {@code module}, a valid module in the binary
     * format.
     */
    public static Split split(byte[] module, Threshold threshold) {
        try {
            return new FunctionSplitter(ModuleSections.read(module, false), threshold).run();
        } catch (UnsupportedModuleException e) {
            return new Split.NotUnderstood(module, e.reason());
        }
    }

    private Split run() {
        for (int i = 0; i < module.definedFunctions(); i++) {
            Body body = BodyReader.read(module, i);
            if (!module.hasTailCalls() && endsInTailCall(body)) {
                return new FunctionSplitter(ModuleSections.read(module.bytes(), true), threshold)
                        .run();
            }
            int size = SizeEstimate.of(body);
            largest = Math.max(largest, size);
            if (size > threshold.cutAbove()) {
                cut(i, body, size);
            }
        }
        SplitReport report =
                new SplitReport(
                        module.definedFunctions(), largest, split, additions.globals().size());
        byte[] bytes =
                replaced.isEmpty()
                        ? module.bytes()
                        : ModuleWriter.write(module, names, replaced, additions);
        return new Split.Done(bytes, report);
    }

    private static boolean endsInTailCall(Body body) {
        for (Instruction instruction : body.code()) {
            if (instruction instanceof Instruction.TailCall) {
                return true;
            }
        }
        return false;
    }

    private void cut(int definedIndex, Body whole, int size) {
        int function = module.importedFunctions() + definedIndex;
        String name = names.of(function);
        Body rest = whole;
        int restSize = size;
        int largestPiece = 0;
        int parts = 0;
        while (restSize > threshold.pieceMax() && parts < CUTS_MAX) {
            Region region =
                    RegionFinder.find(rest, threshold.pieceMax(), restSize - threshold.pieceMax());
            if (region == null) {
                break;
            }
            Cut cut = Cutter.cut(rest, region, additions);
            int sizeAfter = SizeEstimate.of(cut.rest());
            if (sizeAfter > restSize - GAIN_MIN) {
                break;
            }
            parts++;
            add(cut.part(), name == null ? null : name + ".part" + parts);
            largestPiece = Math.max(largestPiece, SizeEstimate.of(cut.part()));
            rest = cut.rest();
            restSize = sizeAfter;
        }
        if (parts > 0) {
            replaced.put(definedIndex, BodyWriter.write(rest, additions));
            String shown = name == null ? "func[" + function + "]" : name;
            split.add(
                    new SplitFunction(
                            function, shown, size, Math.max(restSize, largestPiece), parts));
        }
    }

    private void add(Body part, @Nullable String name) {
        additions.add(
                new Additions.Part(
                        additions.type(part.type()), BodyWriter.write(part, additions), name));
    }
}
