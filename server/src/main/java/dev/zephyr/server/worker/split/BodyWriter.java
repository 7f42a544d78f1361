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
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes a function back into the binary format. Locals that nothing uses are left out, and the
 * most used come first: the JVM addresses its first 256 slots in shorter code. *Confined to one
 * worker thread.*
 */
final class BodyWriter {
    private final Body body;
    private final Additions additions;
    private final ByteWriter out = new ByteWriter();
    private final int[] newIndex;
    private final IdentityHashMap<Label, Integer> levels = new IdentityHashMap<>();
    private int level;

    private BodyWriter(Body body, Additions additions) {
        this.body = body;
        this.additions = additions;
        this.newIndex = new int[body.locals().length];
    }

    /** The locals and instructions, without the size in front. */
    static byte[] write(Body body, Additions additions) {
        BodyWriter writer = new BodyWriter(body, additions);
        writer.locals();
        writer.levels.put(body.label(), 0);
        body.code().forEach(writer::instruction);
        return writer.out.toByteArray();
    }

    private void locals() {
        int[] uses = new int[newIndex.length];
        for (Instruction instruction : body.code()) {
            if (instruction instanceof LocalAccess access) {
                uses[access.local()]++;
            }
        }
        int params = body.type().params().length;
        List<Integer> kept =
                IntStream.range(params, uses.length)
                        .filter(local -> uses[local] > 0)
                        .boxed()
                        .sorted(Comparator.comparingInt(local -> -uses[local]))
                        .toList();
        for (int param = 0; param < params; param++) {
            newIndex[param] = param;
        }
        ByteWriter groups = new ByteWriter();
        int count = 0;
        for (int i = 0; i < kept.size(); ) {
            int first = i;
            byte type = body.locals()[kept.get(i)];
            while (i < kept.size() && body.locals()[kept.get(i)] == type) {
                newIndex[kept.get(i)] = params + i++;
            }
            groups.u32(i - first).u8(type);
            count++;
        }
        out.u32(count).bytes(groups.toByteArray());
    }

    private void instruction(Instruction instruction) {
        switch (instruction) {
            case Plain plain -> out.bytes(plain.source(), plain.start(), plain.end());
            case TailCall call -> out.bytes(call.source(), call.start(), call.end());
            case LocalAccess(int opcode, int local) -> out.u8(opcode).u32(newIndex[local]);
            case Receive(int global) -> out.u8(Opcode.GLOBAL_GET).u32(global);
            case Send(int global) -> out.u8(Opcode.GLOBAL_SET).u32(global);
            case Open(Label label) -> open(label);
            case Else _ -> out.u8(Opcode.ELSE);
            case Close _ -> {
                out.u8(Opcode.END);
                level--;
            }
            case Branch branch -> branch(branch);
        }
    }

    private void open(Label label) {
        out.u8(
                switch (label.kind()) {
                    case BLOCK, FUNCTION -> Opcode.BLOCK;
                    case LOOP -> Opcode.LOOP;
                    case IF -> Opcode.IF;
                });
        FunctionType type = label.type();
        if (type.equals(FunctionType.VOID)) {
            out.u8(0x40);
        } else if (type.params().length == 0 && type.results().length == 1) {
            out.u8(type.results()[0]);
        } else {
            out.signed(additions.type(type));
        }
        levels.put(label, ++level);
    }

    private void branch(Branch branch) {
        out.u8(branch.opcode());
        if (branch.opcode() == Opcode.BR_TABLE) {
            out.u32(branch.targets().size() - 1);
        }
        branch.targets().forEach(target -> out.u32(level - levelOf(target)));
    }

    private int levelOf(Label target) {
        Integer found = levels.get(target);
        if (found == null) {
            throw new IllegalStateException("a branch to a label that is not open");
        }
        return found;
    }
}
