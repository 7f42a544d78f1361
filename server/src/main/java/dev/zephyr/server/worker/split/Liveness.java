// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import dev.zephyr.server.worker.split.Instruction.Branch;
import dev.zephyr.server.worker.split.Instruction.Close;
import dev.zephyr.server.worker.split.Instruction.Else;
import dev.zephyr.server.worker.split.Instruction.LocalAccess;
import dev.zephyr.server.worker.split.Instruction.Open;
import dev.zephyr.server.worker.split.Instruction.Plain;
import dev.zephyr.server.worker.split.Instruction.Receive;
import dev.zephyr.server.worker.split.Instruction.Send;
import dev.zephyr.server.worker.split.Instruction.TailCall;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Which locals still matter where: a local is live at a place if some way from there reads it
 * before writing it. One walk from the end to the start, again until what the loops need no longer
 * grows. *Immutable* once made.
 */
final class Liveness {
    private final List<Instruction> code;
    private final IdentityHashMap<Label, BitSet> atLabel = new IdentityHashMap<>();
    private final IdentityHashMap<Label, BitSet> atElse = new IdentityHashMap<>();
    private final int[] counts;
    private BitSet live = new BitSet();
    private boolean grown;

    private Liveness(List<Instruction> code) {
        this.code = code;
        this.counts = new int[code.size() + 1];
    }

    static Liveness of(Body body) {
        Liveness liveness = new Liveness(body.code());
        do {
            liveness.grown = false;
            liveness.walkTo(0);
        } while (liveness.grown);
        return liveness;
    }

    /** How many locals are live before the instruction at {@code index}. */
    int count(int index) {
        return counts[index];
    }

    /** The locals that are live where a branch to {@code label} arrives. */
    BitSet at(Label label) {
        return atLabel.getOrDefault(label, new BitSet());
    }

    /** The locals that are live before the instruction at {@code index}. */
    BitSet at(int index) {
        walkTo(index);
        return live;
    }

    private void walkTo(int start) {
        live = new BitSet();
        int count = 0;
        for (int i = code.size() - 1; i >= start; i--) {
            Instruction instruction = code.get(i);
            if (instruction instanceof LocalAccess access) {
                count += access(access);
            } else if (changesFlow(instruction)) {
                before(instruction);
                count = live.cardinality();
            }
            counts[i] = count;
        }
    }

    private static boolean changesFlow(Instruction instruction) {
        return switch (instruction) {
            case Plain plain -> plain.diverges();
            case Receive _, Send _ -> false;
            case Close _, Else _, Open _, Branch _, TailCall _, LocalAccess _ -> true;
        };
    }

    /** How the number of live locals changes. */
    private int access(LocalAccess access) {
        boolean was = live.get(access.local());
        live.set(access.local(), access.reads());
        return (access.reads() ? 1 : 0) - (was ? 1 : 0);
    }

    private void before(Instruction instruction) {
        switch (instruction) {
            case Close(Label label) -> close(label);
            case Else(Label label) -> {
                atElse.put(label, live);
                live = copy(at(label));
            }
            case Open(Label label) -> open(label);
            case Branch branch -> {
                if (branch.diverges()) {
                    live = new BitSet();
                }
                branch.targets().forEach(target -> live.or(at(target)));
            }
            case TailCall _, Plain _ -> live = new BitSet();
            case LocalAccess _, Receive _, Send _ -> {}
        }
    }

    private void close(Label label) {
        atElse.remove(label);
        if (!label.isLoop()) {
            atLabel.put(label, copy(live));
        }
    }

    private void open(Label label) {
        if (label.kind() == Label.Kind.IF) {
            live.or(atElse.getOrDefault(label, at(label)));
        } else if (label.isLoop() && !live.equals(at(label))) {
            atLabel.put(label, copy(live));
            grown = true;
        }
    }

    private static BitSet copy(BitSet set) {
        return (BitSet) set.clone();
    }
}
