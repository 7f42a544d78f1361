// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

import dev.zephyr.server.worker.split.Instruction.Branch;
import dev.zephyr.server.worker.split.Instruction.Close;
import dev.zephyr.server.worker.split.Instruction.Else;
import dev.zephyr.server.worker.split.Instruction.LocalAccess;
import dev.zephyr.server.worker.split.Instruction.Open;
import dev.zephyr.server.worker.split.Instruction.Plain;
import dev.zephyr.server.worker.split.Instruction.TailCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the body of one function into instructions. What follows an unconditional jump up to the
 * end of its block can never run; it is left out, so that the height of the operand stack is known
 * everywhere. *Confined to one worker thread.*
 */
final class BodyReader {
    /**
     * More locals than this are not taken apart: the sets of live ones would grow without bound.
     */
    private static final int LOCALS_MAX = 50_000;

    /** A block that is open at the place that is read. */
    private record Frame(Label label, int height) {}

    private final ModuleSections module;
    private final ByteReader in;
    private final List<Instruction> code = new ArrayList<>();
    private final ArrayList<Frame> frames = new ArrayList<>();
    private int height;

    private BodyReader(ModuleSections module, ByteReader in) {
        this.module = module;
        this.in = in;
    }

    /** The function at {@code definedIndex} among those that the module defines itself. */
    static Body read(ModuleSections module, int definedIndex) {
        FunctionType type = module.definedType(definedIndex);
        BodyReader reader = new BodyReader(module, module.bodyReader(definedIndex));
        byte[] locals = reader.locals(type.params());
        Label function = new Label(Label.Kind.FUNCTION, FunctionType.giving(type.results()));
        reader.frames.add(new Frame(function, 0));
        while (!reader.frames.isEmpty()) {
            reader.instruction();
        }
        return new Body(type, locals, function, List.copyOf(reader.code));
    }

    private byte[] locals(byte[] params) {
        byte[] locals = params;
        for (int groups = in.u32(); groups > 0; groups--) {
            int count = in.u32();
            byte type = in.valueType();
            int before = locals.length;
            if (count > LOCALS_MAX - before) {
                throw new UnsupportedModuleException(
                        "locals of a function: more than " + LOCALS_MAX);
            }
            locals = Arrays.copyOf(locals, before + count);
            Arrays.fill(locals, before, locals.length, type);
        }
        return locals;
    }

    private void instruction() {
        int start = in.position();
        int opcode = in.u8();
        switch (opcode) {
            case Opcode.BLOCK -> open(Label.Kind.BLOCK);
            case Opcode.LOOP -> open(Label.Kind.LOOP);
            case Opcode.IF -> open(Label.Kind.IF);
            case Opcode.ELSE -> otherwise();
            case Opcode.END -> close();
            case Opcode.BR, Opcode.BR_IF -> branch(opcode, List.of(label(in.u32())));
            case Opcode.BR_TABLE -> branch(opcode, targets());
            case Opcode.RETURN -> branch(Opcode.BR, List.of(frames.getFirst().label()));
            case Opcode.LOCAL_GET, Opcode.LOCAL_SET, Opcode.LOCAL_TEE ->
                    add(new LocalAccess(opcode, in.u32()));
            case Opcode.CALL -> call(start, module.functionType(in.u32()), 0);
            case Opcode.CALL_INDIRECT -> call(start, indirectType(), 1);
            case Opcode.RETURN_CALL -> tailCall(start, module.functionType(in.u32()).params());
            case Opcode.RETURN_CALL_INDIRECT -> tailCall(start, withIndex(indirectType().params()));
            case Opcode.SELECT_TYPED -> selectTyped(start);
            case Opcode.NOP -> {}
            default -> plain(start, opcode, operator(opcode));
        }
    }

    private Operator operator(int opcode) {
        int sub = opcode == Opcode.PREFIX_BULK || opcode == Opcode.PREFIX_VECTOR ? in.u32() : -1;
        Operator operator =
                switch (opcode) {
                    case Opcode.PREFIX_BULK -> Operator.bulk(sub);
                    case Opcode.PREFIX_VECTOR -> null;
                    default -> Operator.plain(opcode);
                };
        if (operator == null) {
            throw new UnsupportedModuleException(
                    "instruction 0x" + Integer.toHexString(opcode) + (sub < 0 ? "" : " " + sub));
        }
        return operator;
    }

    private void plain(int start, int opcode, Operator operator) {
        operator.skip(in);
        add(
                new Plain(
                        in.bytes(),
                        start,
                        in.position(),
                        operator.pops(),
                        operator.pushes(),
                        operator.weight(),
                        opcode == Opcode.UNREACHABLE));
    }

    private void selectTyped(int start) {
        for (int types = in.u32(); types > 0; types--) {
            in.valueType();
        }
        add(new Plain(in.bytes(), start, in.position(), 3, 1, 6, false));
    }

    private FunctionType indirectType() {
        FunctionType type = module.type(in.u32());
        in.u32();
        return type;
    }

    private void call(int start, FunctionType type, int tableIndex) {
        int weight =
                module.hasTailCalls()
                        ? SizeEstimate.callWithTailCheck(type)
                        : SizeEstimate.call(type);
        int pops = type.params().length + tableIndex;
        add(
                new Plain(
                        in.bytes(),
                        start,
                        in.position(),
                        pops,
                        type.results().length,
                        weight,
                        false));
    }

    private void tailCall(int start, byte[] arguments) {
        add(new TailCall(in.bytes(), start, in.position(), arguments));
    }

    private static byte[] withIndex(byte[] params) {
        byte[] all = Arrays.copyOf(params, params.length + 1);
        all[params.length] = ValueTypes.I32;
        return all;
    }

    private List<Label> targets() {
        int count = in.u32() + 1;
        List<Label> targets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            targets.add(label(in.u32()));
        }
        return targets;
    }

    private void branch(int opcode, List<Label> targets) {
        int carried = targets.getLast().carried().length;
        int dropped = 0;
        for (Label target : targets) {
            dropped =
                    Math.max(
                            dropped,
                            height - (opcode == Opcode.BR ? 0 : 1) - carried - baseOf(target));
        }
        add(new Branch(opcode, List.copyOf(targets), dropped));
    }

    private int baseOf(Label target) {
        for (Frame frame : frames) {
            if (frame.label() == target) {
                return frame.height();
            }
        }
        throw new UnsupportedModuleException("a branch out of the function");
    }

    private Label label(int depth) {
        if (depth >= frames.size()) {
            throw new UnsupportedModuleException(
                    "branch depth: " + depth + " (expected: below " + frames.size() + ")");
        }
        return frames.get(frames.size() - 1 - depth).label();
    }

    private void open(Label.Kind kind) {
        Label label = new Label(kind, module.blockType(in));
        add(new Open(label));
        int base = height - label.type().params().length;
        frames.add(new Frame(label, base));
    }

    private void otherwise() {
        Frame frame = frames.getLast();
        code.add(new Else(frame.label()));
        height = frame.height() + frame.label().type().params().length;
    }

    private void close() {
        Frame frame = frames.removeLast();
        code.add(new Close(frame.label()));
        height = frame.height() + frame.label().type().results().length;
    }

    private void add(Instruction instruction) {
        code.add(instruction);
        height += instruction.pushes() - instruction.pops();
        if (instruction.diverges()) {
            skipUnreachable();
        }
    }

    /** Moves to the {@code else} or {@code end} of the innermost open block. */
    private void skipUnreachable() {
        int depth = 0;
        while (true) {
            int opcode = in.u8();
            switch (opcode) {
                case Opcode.BLOCK, Opcode.LOOP, Opcode.IF -> {
                    module.blockType(in);
                    depth++;
                }
                case Opcode.ELSE -> {
                    if (depth == 0) {
                        otherwise();
                        return;
                    }
                }
                case Opcode.END -> {
                    if (depth-- == 0) {
                        close();
                        return;
                    }
                }
                default -> skipImmediates(opcode);
            }
        }
    }

    private void skipImmediates(int opcode) {
        switch (opcode) {
            case Opcode.BR, Opcode.BR_IF, Opcode.CALL, Opcode.RETURN_CALL -> in.u32();
            case Opcode.LOCAL_GET, Opcode.LOCAL_SET, Opcode.LOCAL_TEE -> in.u32();
            case Opcode.RETURN -> {}
            case Opcode.BR_TABLE -> {
                for (int count = in.u32(); count >= 0; count--) {
                    in.u32();
                }
            }
            case Opcode.CALL_INDIRECT, Opcode.RETURN_CALL_INDIRECT -> indirectType();
            case Opcode.SELECT_TYPED -> {
                for (int types = in.u32(); types > 0; types--) {
                    in.valueType();
                }
            }
            default -> operator(opcode).skip(in);
        }
    }
}
