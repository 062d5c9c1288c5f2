package io.cdpsim.bytecode;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.semantics.HiddenClass;
import java.lang.invoke.MethodHandles;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes the method of a {@link SingleExitRegion}: for each lane, loads registers and predicates into local variables, runs the instructions with their
 * branches, and stores what was written. What is the same for all lanes is loaded once.
 */
final class SingleExitWriter {
    private static final String NAME = "io/cdpsim/bytecode/CompiledSingleExitRegion";
    private static final String INTERFACE = "io/cdpsim/bytecode/SingleExitRegion";
    private static final String MEMORY_TYPE = "io/cdpsim/bytecode/LaneMemory";
    private static final String INTEGER = "java/lang/Integer";
    private static final int REGISTER_BASE = 2;
    private static final int LANES = 5;
    private static final int MEMORY = 6;
    private static final int MOST = 7;
    private static final int NEXT_OF_LANES = 8;
    private static final int COUNT = 9;
    private static final int NEXT = 10;
    private static final int ISSUED = 11;
    private static final int LANE = 12;
    private static final int LANE_BASE = 13;
    private static final int LONGEST = 14;
    private static final int IS_EARLY = 15;
    private static final int FIRST_FREE = 16;

    private final MethodVisitor method;
    private final Instruction[] code;
    private final SingleExitShape shape;
    private final LaneLocals locals;
    private final LaneAccessWriter accesses;
    private final InstructionWriter writer;
    private final Map<Integer, Label> labels = new HashMap<>();

    /** Where a lane leaves that is to go on at an instruction. */
    private final Map<Integer, Label> leaves = new TreeMap<>();

    /** Local variables of special registers and of parameters, by the instruction that reads them. */
    private final Map<Integer, Integer> inputs = new HashMap<>();

    private final Label end = new Label();

    /** Where a lane leaves whose registers cannot be fetched. */
    private final Label refused = new Label();

    private SingleExitWriter(MethodVisitor method, Kernel kernel, Liveness liveness, SingleExitShape shape) {
        this.method = method;
        this.code = kernel.code();
        this.shape = shape;
        locals = new LaneLocals(method, kernel, liveness, shape, LANE, LANE_BASE, findInputs());
        accesses = new LaneAccessWriter(method, locals, code, shape.members(), MEMORY, LANE, locals.end());
        writer = new InstructionWriter(method, locals, COUNT);
    }

    static SingleExitRegion compile(Kernel kernel, Liveness liveness, SingleExitShape shape) {
        HiddenClass type = new HiddenClass(NAME, "java/lang/Object", INTERFACE);
        MethodVisitor run = type.method(Opcodes.ACC_PUBLIC, "run", "([JI[IIIL" + MEMORY_TYPE + ";I[I)J");
        new SingleExitWriter(run, kernel, liveness, shape).write();
        return type.newInstance(MethodHandles.lookup(), SingleExitRegion.class);
    }

    private int findInputs() {
        Map<Object, Integer> slots = new HashMap<>();
        int slot = FIRST_FREE;
        for (int at = shape.members().nextSetBit(0);
                at >= 0;
                at = shape.members().nextSetBit(at + 1)) {
            if (code[at].opcode() == Opcode.LOAD_PARAMETER || code[at].opcode() == Opcode.READ_SPECIAL) {
                Integer known = slots.putIfAbsent(code[at].modifiers(), slot);
                inputs.put(at, known == null ? slot : known);
                slot += known == null ? 2 : 0;
            }
        }
        return slot;
    }

    private void write() {
        method.visitCode();
        constant(0, COUNT);
        constant(0, LONGEST);
        constant(0, IS_EARLY);
        BitSet loaded = new BitSet();
        for (Map.Entry<Integer, Integer> input : inputs.entrySet()) {
            if (!loaded.get(input.getValue())) {
                loaded.set(input.getValue());
                loadInput(code[input.getKey()].modifiers(), input.getValue());
            }
        }
        accesses.start();
        Label nextLane = new Label();
        Label laneEnds = new Label();
        Label done = new Label();
        method.visitLabel(nextLane);
        method.visitVarInsn(Opcodes.ILOAD, LANES);
        method.visitJumpInsn(Opcodes.IFEQ, done);
        startLane();
        writeLane();
        method.visitLabel(end);
        locals.putBack(shape.exit() < code.length ? shape.exit() : -1);
        method.visitJumpInsn(Opcodes.GOTO, laneEnds);
        Label leave = new Label();
        Label left = new Label();
        leaves.forEach((at, label) -> {
            method.visitLabel(label);
            constant(at, NEXT);
            method.visitJumpInsn(Opcodes.GOTO, leave);
        });
        method.visitLabel(leave);
        locals.putBack(-1);
        method.visitJumpInsn(Opcodes.GOTO, left);
        method.visitLabel(refused);
        constant(shape.entry(), NEXT);
        method.visitLabel(left);
        constant(1, IS_EARLY);
        method.visitVarInsn(Opcodes.ALOAD, NEXT_OF_LANES);
        method.visitVarInsn(Opcodes.ILOAD, LANE);
        method.visitVarInsn(Opcodes.ILOAD, NEXT);
        method.visitInsn(Opcodes.IASTORE);
        method.visitLabel(laneEnds);
        endLane();
        method.visitJumpInsn(Opcodes.GOTO, nextLane);
        method.visitLabel(done);
        accesses.end();
        method.visitVarInsn(Opcodes.ILOAD, IS_EARLY);
        method.visitVarInsn(Opcodes.ILOAD, LONGEST);
        method.visitVarInsn(Opcodes.ILOAD, COUNT);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, INTERFACE, "end", "(ZII)J", true);
        method.visitInsn(Opcodes.LRETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private void constant(int value, int slot) {
        method.visitLdcInsn(value);
        method.visitVarInsn(Opcodes.ISTORE, slot);
    }

    @SuppressWarnings("EnumOrdinal") // an index, for speed
    private void loadInput(Modifiers modifiers, int slot) {
        method.visitVarInsn(Opcodes.ALOAD, MEMORY);
        if (modifiers instanceof Modifiers.Parameter parameter) {
            method.visitLdcInsn((long) parameter.offsetBytes());
            method.visitLdcInsn(LaneMemory.PARAMETER);
            method.visitLdcInsn(LaneMemory.width(parameter.type()));
            memory("load", "(JII)J");
            method.visitVarInsn(Opcodes.LSTORE, slot);
            return;
        }
        SpecialRegister register = ((Modifiers.Special) modifiers).register();
        method.visitLdcInsn(register.ordinal());
        if (isOfLane(register)) {
            memory("positions", "(I)[J");
            method.visitVarInsn(Opcodes.ASTORE, slot);
        } else {
            memory("special", "(I)J");
            method.visitVarInsn(Opcodes.LSTORE, slot);
        }
    }

    private static boolean isOfLane(SpecialRegister register) {
        return switch (register) {
            case THREAD_X, THREAD_Y, THREAD_Z, LANE -> true;
            default -> false;
        };
    }

    private void startLane() {
        method.visitVarInsn(Opcodes.ILOAD, LANES);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, INTEGER, "numberOfTrailingZeros", "(I)I", false);
        method.visitVarInsn(Opcodes.ISTORE, LANE);
        method.visitVarInsn(Opcodes.ILOAD, LANES);
        method.visitVarInsn(Opcodes.ILOAD, LANES);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.ISUB);
        method.visitInsn(Opcodes.IAND);
        method.visitVarInsn(Opcodes.ISTORE, LANES);
        method.visitVarInsn(Opcodes.ILOAD, REGISTER_BASE);
        method.visitVarInsn(Opcodes.ILOAD, LANE);
        method.visitInsn(Opcodes.IADD);
        method.visitVarInsn(Opcodes.ISTORE, LANE_BASE);
        constant(0, ISSUED);
        accesses.startLane();
        locals.fetch(shape.entry(), refused);
    }

    private void endLane() {
        method.visitVarInsn(Opcodes.ILOAD, LONGEST);
        method.visitVarInsn(Opcodes.ILOAD, ISSUED);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "max", "(II)I", false);
        method.visitVarInsn(Opcodes.ISTORE, LONGEST);
    }

    private void writeLane() {
        BitSet starts = blockStarts();
        for (int at = starts.nextSetBit(0); at >= 0; at = starts.nextSetBit(at + 1)) {
            labels.put(at, new Label());
        }
        if (shape.members().nextSetBit(0) != shape.entry()) {
            goTo(shape.entry());
        }
        for (int at = shape.members().nextSetBit(0);
                at >= 0;
                at = shape.members().nextSetBit(at + 1)) {
            Label label = labels.get(at);
            if (label != null) {
                method.visitLabel(label);
                count(at, starts);
            }
            write(at);
            boolean goesOn = code[at].opcode() != Opcode.BRANCH || code[at].guard() >= 0;
            if (goesOn && !shape.members().get(at + 1)) {
                goTo(at + 1);
            }
        }
    }

    private BitSet blockStarts() {
        BitSet starts = new BitSet(code.length);
        starts.set(shape.entry());
        BitSet members = shape.members();
        for (int i = members.nextSetBit(0); i >= 0; i = members.nextSetBit(i + 1)) {
            if (code[i].opcode() == Opcode.BRANCH) {
                starts.set(code[i].target());
                starts.set(i + 1);
            }
            if (i == 0 || !members.get(i - 1)) {
                starts.set(i);
            }
        }
        starts.and(members);
        return starts;
    }

    /** Counts the unguarded instructions of a block as it starts; one that leaves it midway is counted whole. */
    private void count(int start, BitSet starts) {
        int issued = 0;
        int unguarded = 0;
        for (int i = start; shape.members().get(i) && (i == start || !starts.get(i)); i++) {
            if (code[i].opcode().pipe() != Pipe.FREE) {
                issued++;
                unguarded += code[i].guard() < 0 ? 1 : 0;
            }
        }
        method.visitIincInsn(ISSUED, issued);
        if (unguarded > 0) {
            method.visitIincInsn(COUNT, unguarded);
        }
    }

    private void write(int at) {
        Instruction in = code[at];
        switch (in.opcode()) {
            case BRANCH -> branch(at, in);
            case LOAD, STORE -> access(at, in);
            case LOAD_PARAMETER, READ_SPECIAL -> input(at, in);
            default -> writer.write(in);
        }
    }

    private void branch(int at, Instruction in) {
        Label fallThrough = new Label();
        if (in.guard() >= 0) {
            writer.countHeld(in);
            writer.held(in);
            method.visitJumpInsn(Opcodes.IFEQ, fallThrough);
        }
        if (in.target() <= at && shape.members().get(in.target())) {
            Label goesOn = labels.get(in.target());
            method.visitVarInsn(Opcodes.ILOAD, ISSUED);
            method.visitVarInsn(Opcodes.ILOAD, MOST);
            method.visitJumpInsn(Opcodes.IF_ICMPLT, goesOn);
            method.visitJumpInsn(Opcodes.GOTO, leaveAt(in.target()));
        } else {
            goTo(in.target());
        }
        method.visitLabel(fallThrough);
    }

    private void goTo(int target) {
        Label inside = labels.get(target);
        if (target == shape.exit()) {
            method.visitJumpInsn(Opcodes.GOTO, end);
        } else if (inside == null) {
            method.visitJumpInsn(Opcodes.GOTO, leaveAt(target));
        } else {
            method.visitJumpInsn(Opcodes.GOTO, inside);
        }
    }

    /** Where a lane leaves the region that is to go on at an instruction. */
    private Label leaveAt(int target) {
        return leaves.computeIfAbsent(target, at -> new Label());
    }

    private void access(int at, Instruction in) {
        Label behind = new Label();
        if (in.guard() >= 0) {
            writer.countHeld(in);
            writer.held(in);
            method.visitJumpInsn(Opcodes.IFEQ, behind);
        }
        accesses.write(at, in, leaveAt(at));
        method.visitLabel(behind);
    }

    private void input(int at, Instruction in) {
        Label behind = new Label();
        if (in.guard() >= 0) {
            if (in.opcode().pipe() != Pipe.FREE) {
                writer.countHeld(in);
            }
            writer.held(in);
            method.visitJumpInsn(Opcodes.IFEQ, behind);
        }
        int slot = Objects.requireNonNull(inputs.get(at));
        if (in.modifiers() instanceof Modifiers.Special special && isOfLane(special.register())) {
            method.visitVarInsn(Opcodes.ALOAD, slot);
            method.visitVarInsn(Opcodes.ILOAD, LANE);
            method.visitInsn(Opcodes.LALOAD);
        } else {
            method.visitVarInsn(Opcodes.LLOAD, slot);
        }
        locals.storeBits(in.destination());
        method.visitLabel(behind);
    }

    private void memory(String what, String descriptor) {
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, MEMORY_TYPE, what, descriptor, true);
    }
}
