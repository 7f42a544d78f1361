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
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A run of instructions that can become a function of its own, with all that crosses its border.
 * *Immutable*: nobody writes to the arrays.
 *
 * @param start the first instruction's index
 * @param end the index after the last instruction
 * @param inputs the locals whose values it needs, ascending
 * @param outputs the locals that it may change and that matter afterwards, ascending
 * @param exits the ways out other than to the next instruction
 * @param fallsThrough whether the next instruction can be reached
 */
record Region(
        int start, int end, int[] inputs, int[] outputs, List<Exit> exits, boolean fallsThrough) {
    /** A way out of a region: a branch to a label around it, or a tail call in it. */
    sealed interface Exit {
        /** The types of the values on the operand stack that go along. */
        byte[] carried();

        record Jump(Label target) implements Exit {
            @Override
            public byte[] carried() {
                return target.carried();
            }
        }

        record Tail(TailCall call) implements Exit {
            @Override
            public byte[] carried() {
                return call.arguments();
            }
        }
    }

    /** How many ways out there are in all. */
    int ways() {
        return exits.size() + (fallsThrough ? 1 : 0);
    }

    /** Describes the run from {@code start} to {@code end} of {@code body}. */
    static Region of(Body body, Liveness liveness, int start, int end) {
        BitSet read = new BitSet();
        BitSet written = new BitSet();
        BitSet liveOut = new BitSet();
        IdentityHashMap<Label, Label> inside = new IdentityHashMap<>();
        IdentityHashMap<Label, Exit> jumps = new IdentityHashMap<>();
        List<Exit> exits = new ArrayList<>();
        for (Instruction instruction : body.code().subList(start, end)) {
            switch (instruction) {
                case LocalAccess access -> (access.reads() ? read : written).set(access.local());
                case Open(Label label) -> inside.put(label, label);
                case Branch branch -> {
                    for (Label target : branch.targets()) {
                        if (!inside.containsKey(target) && !jumps.containsKey(target)) {
                            Exit exit = new Exit.Jump(target);
                            jumps.put(target, exit);
                            exits.add(exit);
                            liveOut.or(liveness.at(target));
                        }
                    }
                }
                case TailCall call -> exits.add(new Exit.Tail(call));
                case Close _, Else _, Plain _, Receive _, Send _ -> {}
            }
        }
        boolean fallsThrough = !body.code().get(end - 1).diverges();
        if (fallsThrough) {
            liveOut.or(liveness.at(end));
        }
        written.and(liveOut);
        read.or(written);
        read.and(liveness.at(start));
        return new Region(
                start, end, indices(read), indices(written), List.copyOf(exits), fallsThrough);
    }

    private static int[] indices(BitSet set) {
        return set.stream().toArray();
    }
}
