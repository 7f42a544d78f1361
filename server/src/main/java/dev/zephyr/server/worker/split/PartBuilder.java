// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import dev.zephyr.server.worker.split.Instruction.Branch;
import dev.zephyr.server.worker.split.Instruction.Close;
import dev.zephyr.server.worker.split.Instruction.LocalAccess;
import dev.zephyr.server.worker.split.Instruction.Open;
import dev.zephyr.server.worker.split.Instruction.Plain;
import dev.zephyr.server.worker.split.Instruction.Send;
import dev.zephyr.server.worker.split.Instruction.TailCall;
import dev.zephyr.server.worker.split.Region.Exit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the function that a region becomes; {@link Cutter} shows its shape. *Confined to one
 * worker thread.*
 */
final class PartBuilder {
    private final Body body;
    private final Region region;
    private final Handover handover;
    private final Label common =
            new Label(Label.Kind.BLOCK, FunctionType.giving(new byte[] {ValueTypes.I32}));
    private final List<Label> landings = new ArrayList<>();
    private final IdentityHashMap<Label, Label> landingOfTarget = new IdentityHashMap<>();
    private final IdentityHashMap<TailCall, Label> landingOfCall = new IdentityHashMap<>();
    private final Map<Integer, Integer> locals = new HashMap<>();
    private final List<Instruction> code = new ArrayList<>();
    private byte[] localTypes;

    private PartBuilder(Body body, Region region, Handover handover) {
        this.body = body;
        this.region = region;
        this.handover = handover;
        this.localTypes = handover.type().params();
        for (int input : region.inputs()) {
            locals.put(input, locals.size());
        }
        for (Exit exit : region.exits()) {
            Label landing = new Label(Label.Kind.BLOCK, FunctionType.giving(exit.carried()));
            landings.add(landing);
            switch (exit) {
                case Exit.Jump(Label target) -> landingOfTarget.put(target, landing);
                case Exit.Tail(TailCall call) -> landingOfCall.put(call, landing);
            }
        }
    }

    static Body build(Body body, Region region, Handover handover) {
        return new PartBuilder(body, region, handover).build();
    }

    private Body build() {
        if (handover.isNumbered()) {
            code.add(new Open(common));
        }
        landings.reversed().forEach(landing -> code.add(new Open(landing)));
        body.code()
                .subList(region.start(), region.end())
                .forEach(instruction -> code.add(moved(instruction)));
        if (region.fallsThrough() && handover.isNumbered()) {
            code.add(Plain.number(0));
            code.add(Branch.to(common));
        }
        land();
        if (handover.isNumbered()) {
            code.add(new Close(common));
        }
        sendOutputs();
        Label function =
                new Label(Label.Kind.FUNCTION, FunctionType.giving(handover.type().results()));
        code.add(new Close(function));
        return new Body(handover.type(), localTypes, function, List.copyOf(code));
    }

    /** For each exit: hand over what it carries, and give its number. */
    private void land() {
        int number = region.fallsThrough() ? 1 : 0;
        for (int i = 0; i < landings.size(); i++) {
            code.add(new Close(landings.get(i)));
            int[] globals = handover.carriedGlobals(region.exits().get(i));
            for (int value = globals.length - 1; value >= 0; value--) {
                code.add(new Send(globals[value]));
            }
            if (handover.isNumbered()) {
                code.add(Plain.number(number++));
                if (i < landings.size() - 1) {
                    code.add(Branch.to(common));
                }
            }
        }
    }

    private void sendOutputs() {
        int[] outputs = region.outputs();
        for (int i = 0; i < outputs.length; i++) {
            if (!handover.isResult(i)) {
                code.add(LocalAccess.get(local(outputs[i])));
                code.add(new Send(handover.outputGlobal(i)));
            }
        }
        if (outputs.length > 0 && handover.isResult(0)) {
            code.add(LocalAccess.get(local(outputs[0])));
        }
    }

    private Instruction moved(Instruction instruction) {
        return switch (instruction) {
            case LocalAccess(int opcode, int local) -> new LocalAccess(opcode, local(local));
            case Branch(int opcode, List<Label> targets, int dropped) ->
                    new Branch(opcode, targets.stream().map(this::target).toList(), dropped);
            case TailCall call -> Branch.to(landingOfCall.getOrDefault(call, common));
            case Open _, Close _, Instruction.Else _, Plain _, Instruction.Receive _, Send _ ->
                    instruction;
        };
    }

    private Label target(Label target) {
        return landingOfTarget.getOrDefault(target, target);
    }

    private int local(int original) {
        return locals.computeIfAbsent(
                original,
                local -> {
                    localTypes = Arrays.copyOf(localTypes, localTypes.length + 1);
                    localTypes[localTypes.length - 1] = body.locals()[local];
                    return localTypes.length - 1;
                });
    }
}
