// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import dev.zephyr.server.worker.split.Instruction.Branch;
import dev.zephyr.server.worker.split.Instruction.Close;
import dev.zephyr.server.worker.split.Instruction.LocalAccess;
import dev.zephyr.server.worker.split.Instruction.Open;
import dev.zephyr.server.worker.split.Instruction.Plain;
import dev.zephyr.server.worker.split.Instruction.Receive;
import dev.zephyr.server.worker.split.Region.Exit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves one region of a function into a new function. *Confined to one worker thread.*
 *
 * <pre>{@code
 * before            after, in the function            the new function
 *
 * ...               ...                               block $common (result i32)
 * region            block $next                         block $exit1
 * ...                 local.get (inputs)                   region, its branches out now to $exit1
 *                     call $part                           i32.const 0, br $common
 *                     global.get, local.set (outputs)     end
 *                     br_table $next $target1             i32.const 1
 *                   end                                 end
 *                   ...                               local.get, global.set (outputs)
 * }</pre>
 *
 * <p>The number that comes back says which way out was taken, 0 for the next instruction if that
 * can be reached. Values that a branch or tail call takes along go through globals too. With one
 * way out there is no number, and the first output is the result.
 */
final class Cutter {
    private final Body body;
    private final Region region;
    private final Handover handover;
    private final List<Instruction> code = new ArrayList<>();

    private Cutter(Body body, Region region, Handover handover) {
        this.body = body;
        this.region = region;
        this.handover = handover;
    }

    /**
     * Cuts {@code region} out of {@code body}; the part will be the function {@code additions}
     * numbers next.
     */
    static Cut cut(Body body, Region region, Additions additions) {
        Handover handover = Handover.of(body, region, additions);
        Body part = PartBuilder.build(body, region, handover);
        return new Cut(new Cutter(body, region, handover).rest(additions.nextFunction()), part);
    }

    /** The estimated weight of what takes the region's place. */
    static int callWeight(Body body, Region region) {
        int weight = SizeEstimate.CALL_BYTES + SizeEstimate.LOCAL_BYTES * region.inputs().length;
        weight += (SizeEstimate.GLOBAL_BYTES + SizeEstimate.LOCAL_BYTES) * region.outputs().length;
        if (region.ways() > 1) {
            weight += SizeEstimate.SWITCH_BYTES + 4 * region.ways();
        }
        for (Exit exit : region.exits()) {
            weight += SizeEstimate.JUMP_BYTES + SizeEstimate.GLOBAL_BYTES * exit.carried().length;
        }
        return weight;
    }

    private Body rest(int part) {
        code.addAll(body.code().subList(0, region.start()));
        if (region.ways() > 1) {
            callAndChoose(part);
        } else {
            call(part);
            region.exits().forEach(this::leave);
            if (region.ways() == 0) {
                code.add(Plain.UNREACHABLE);
            }
        }
        code.addAll(body.code().subList(region.end(), body.code().size()));
        return new Body(body.type(), body.locals(), body.label(), List.copyOf(code));
    }

    private void call(int part) {
        for (int input : region.inputs()) {
            code.add(LocalAccess.get(input));
        }
        code.add(Plain.call(part, handover.type()));
        int[] outputs = region.outputs();
        for (int i = 0; i < outputs.length; i++) {
            if (handover.isResult(i)) {
                code.add(LocalAccess.set(outputs[i]));
            } else {
                code.add(new Receive(handover.outputGlobal(i)));
                code.add(LocalAccess.set(outputs[i]));
            }
        }
    }

    private void callAndChoose(int part) {
        List<Label> targets = new ArrayList<>();
        Map<Exit, Label> arms = new LinkedHashMap<>();
        Label next = new Label(Label.Kind.BLOCK, FunctionType.VOID);
        if (region.fallsThrough()) {
            targets.add(next);
        }
        for (Exit exit : region.exits()) {
            if (exit instanceof Exit.Jump(Label target) && target.carried().length == 0) {
                targets.add(target);
            } else {
                Label arm = new Label(Label.Kind.BLOCK, FunctionType.VOID);
                arms.put(exit, arm);
                targets.add(arm);
            }
        }
        if (region.fallsThrough() && region.ways() == 2 && arms.isEmpty()) {
            call(part);
            code.add(new Branch(Opcode.BR_IF, List.of(targets.getLast()), 0));
            return;
        }
        choose(part, next, targets, arms);
    }

    private void choose(int part, Label next, List<Label> targets, Map<Exit, Label> arms) {
        if (region.fallsThrough()) {
            code.add(new Open(next));
        }
        List.copyOf(arms.values()).reversed().forEach(arm -> code.add(new Open(arm)));
        call(part);
        code.add(new Branch(Opcode.BR_TABLE, List.copyOf(targets), 0));
        arms.forEach((exit, arm) -> {
            code.add(new Close(arm));
            leave(exit);
        });
        if (region.fallsThrough()) {
            code.add(new Close(next));
        }
    }

    /** Takes back what the exit carries, and goes where it went. */
    private void leave(Exit exit) {
        for (int global : handover.carriedGlobals(exit)) {
            code.add(new Receive(global));
        }
        code.add(
                switch (exit) {
                    case Exit.Jump(Label target) -> Branch.to(target);
                    case Exit.Tail(var call) -> call;
                });
    }
}
