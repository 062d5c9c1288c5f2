package io.cdpsim.bytecode;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.semantics.HiddenClass;
import io.cdpsim.warp.Lanes;
import java.lang.invoke.MethodHandles;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes the method of a {@link SingleExitRegion}: loads a lane's registers and predicates into local variables, runs its instructions with their
 * branches, and stores what it has written.
 */
final class SingleExitWriter {
    private static final String NAME = "io/cdpsim/bytecode/CompiledSingleExitRegion";
    private static final String INTERFACE = "io/cdpsim/bytecode/SingleExitRegion";
    private static final String MEMORY_TYPE = "io/cdpsim/bytecode/LaneMemory";
    private static final int MEMORY = 6;
    private static final int MOST = 7;
    private static final int COUNT = 8;
    private static final int NEXT = 9;
    private static final int PLACE = 10;
    private static final int ISSUED = 12;
    private static final int FIRST_FREE = 13;

    private final MethodVisitor method;
    private final Instruction[] code;
    private final SingleExitShape shape;
    private final LaneLocals locals;
    private final InstructionWriter writer;
    private final Map<Integer, Label> labels = new HashMap<>();
    private final Label leave = new Label();
    private final Label end = new Label();

    private SingleExitWriter(MethodVisitor method, Kernel kernel, Liveness liveness, SingleExitShape shape) {
        this.method = method;
        this.code = kernel.code();
        this.shape = shape;
        locals = new LaneLocals(method, kernel, liveness, shape, FIRST_FREE);
        writer = new InstructionWriter(method, locals, COUNT);
    }

    static SingleExitRegion compile(Kernel kernel, Liveness liveness, SingleExitShape shape) {
        HiddenClass type = new HiddenClass(NAME, "java/lang/Object", INTERFACE);
        MethodVisitor run = type.method(Opcodes.ACC_PUBLIC, "run", "([JI[IIIL" + MEMORY_TYPE + ";I)J");
        new SingleExitWriter(run, kernel, liveness, shape).write();
        return type.newInstance(MethodHandles.lookup(), SingleExitRegion.class);
    }

    private void write() {
        method.visitCode();
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, COUNT);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, ISSUED);
        locals.fetch(shape.entry());
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
        method.visitLabel(end);
        method.visitLdcInsn(shape.exit());
        method.visitVarInsn(Opcodes.ISTORE, NEXT);
        locals.putBack(shape.exit() < code.length ? shape.exit() : -1);
        answer();
        method.visitLabel(leave);
        locals.putBack(-1);
        answer();
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private void answer() {
        method.visitVarInsn(Opcodes.ILOAD, NEXT);
        method.visitVarInsn(Opcodes.ILOAD, ISSUED);
        method.visitVarInsn(Opcodes.ILOAD, COUNT);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, INTERFACE, "end", "(III)J", true);
        method.visitInsn(Opcodes.LRETURN);
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
            case LOAD_PARAMETER -> parameter(in);
            case READ_SPECIAL -> special(in);
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
            leaveAt(in.target());
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
            leaveAt(target);
        } else {
            method.visitJumpInsn(Opcodes.GOTO, inside);
        }
    }

    private void leaveAt(int target) {
        method.visitLdcInsn(target);
        method.visitVarInsn(Opcodes.ISTORE, NEXT);
        method.visitJumpInsn(Opcodes.GOTO, leave);
    }

    private void access(int at, Instruction in) {
        Modifiers.Access access = (Modifiers.Access) in.modifiers();
        boolean isStore = in.opcode() == Opcode.STORE;
        Label behind = new Label();
        if (in.guard() >= 0) {
            writer.countHeld(in);
            writer.held(in);
            method.visitJumpInsn(Opcodes.IFEQ, behind);
        }
        int space = spaceOf(access);
        method.visitVarInsn(Opcodes.ALOAD, MEMORY);
        pushNamed(in, access);
        method.visitLdcInsn(space);
        method.visitLdcInsn(access.bytes());
        method.visitInsn(isStore ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        memory("place", "(JIIZ)J");
        method.visitInsn(Opcodes.DUP2);
        method.visitVarInsn(Opcodes.LSTORE, PLACE);
        method.visitInsn(Opcodes.LCONST_0);
        method.visitInsn(Opcodes.LCMP);
        Label isThere = new Label();
        method.visitJumpInsn(Opcodes.IFGE, isThere);
        leaveAt(at);
        method.visitLabel(isThere);
        for (int k = 0; k < access.count(); k++) {
            method.visitVarInsn(Opcodes.ALOAD, MEMORY);
            pushPlace((long) k * access.type().bytes());
            method.visitLdcInsn(space);
            method.visitLdcInsn(LaneMemory.width(access.type()));
            if (isStore) {
                locals.pushBits(in.b() < 0 ? in.b() : in.b() + k);
                memory("store", "(JIIJ)V");
            } else {
                memory("load", "(JII)J");
                locals.storeBits(in.destination() + k);
            }
        }
        method.visitLabel(behind);
    }

    private void parameter(Instruction in) {
        Modifiers.Parameter parameter = (Modifiers.Parameter) in.modifiers();
        reads(in, () -> {
            method.visitLdcInsn((long) parameter.offsetBytes());
            method.visitLdcInsn(LaneMemory.PARAMETER);
            method.visitLdcInsn(LaneMemory.width(parameter.type()));
            memory("load", "(JII)J");
        });
    }

    @SuppressWarnings("EnumOrdinal") // an index, for speed
    private void special(Instruction in) {
        SpecialRegister register = ((Modifiers.Special) in.modifiers()).register();
        reads(in, () -> {
            method.visitLdcInsn(register.ordinal());
            memory("special", "(I)J");
        });
    }

    /** Writes a value that the memory gives to the destination, if the guard holds. */
    private void reads(Instruction in, Runnable value) {
        Label behind = new Label();
        if (in.guard() >= 0) {
            if (in.opcode().pipe() != Pipe.FREE) {
                writer.countHeld(in);
            }
            writer.held(in);
            method.visitJumpInsn(Opcodes.IFEQ, behind);
        }
        method.visitVarInsn(Opcodes.ALOAD, MEMORY);
        value.run();
        locals.storeBits(in.destination());
        method.visitLabel(behind);
    }

    private static int spaceOf(Modifiers.Access access) {
        return switch (access.space()) {
            case GENERIC, GLOBAL -> LaneMemory.GLOBAL;
            case SHARED -> LaneMemory.SHARED;
            case LOCAL -> LaneMemory.LOCAL;
            case CONSTANT -> LaneMemory.CONSTANT;
            case SHARED_CLUSTER -> throw new IllegalArgumentException("a lane does not reach other blocks alone");
        };
    }

    /** Pushes the address, which may be an offset in the space that the access names. */
    private void pushNamed(Instruction in, Modifiers.Access access) {
        locals.pushBits(in.a());
        if (access.indexShift() == 0) {
            method.visitLdcInsn(access.offsetBytes());
            method.visitInsn(Opcodes.LADD);
            return;
        }
        method.visitInsn(Opcodes.L2I);
        method.visitIntInsn(Opcodes.BIPUSH, access.indexShift());
        method.visitInsn(Opcodes.ISHL);
        method.visitLdcInsn((int) access.offsetBytes());
        method.visitInsn(Opcodes.IADD);
        method.visitInsn(Opcodes.I2L);
        method.visitLdcInsn(0xFFFF_FFFFL);
        method.visitInsn(Opcodes.LAND);
    }

    private void pushPlace(long offset) {
        method.visitVarInsn(Opcodes.LLOAD, PLACE);
        if (offset > 0) {
            method.visitLdcInsn(offset);
            method.visitInsn(Opcodes.LADD);
        }
    }

    private void memory(String what, String descriptor) {
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, MEMORY_TYPE, what, descriptor, true);
    }

    /** A lane's registers and predicates, each in a local variable throughout the region. */
    private static final class LaneLocals implements InstructionWriter.Slots {
        private static final int REGISTER_BASE = 2;
        private static final int LANE = 5;
        private static final String FLOAT_BITS = "io/cdpsim/kernel/semantics/FloatBits";

        private final MethodVisitor method;
        private final LaneArrays arrays;
        private final long[] constants;
        private final Liveness liveness;
        private final SingleExitShape shape;
        private final BitSet used = new BitSet();
        private final BitSet written = new BitSet();
        private final BitSet usedPredicates = new BitSet();
        private final BitSet writtenPredicates = new BitSet();
        /** Registers that only floating-point arithmetic of the region writes: held as floats, since such results have canonical bits. */
        private final BitSet floats = new BitSet();

        private final Map<Integer, Integer> slots = new HashMap<>();
        private final Map<Integer, Integer> predicateSlots = new HashMap<>();

        LaneLocals(MethodVisitor method, Kernel kernel, Liveness liveness, SingleExitShape shape, int firstSlot) {
            this.method = method;
            arrays = new LaneArrays(method, REGISTER_BASE);
            this.constants = kernel.constants();
            this.liveness = liveness;
            this.shape = shape;
            find(kernel.code());
            int slot = firstSlot;
            for (int r = used.nextSetBit(0); r >= 0; r = used.nextSetBit(r + 1)) {
                slots.put(r, slot);
                slot += floats.get(r) ? 1 : 2;
            }
            for (int p = usedPredicates.nextSetBit(0); p >= 0; p = usedPredicates.nextSetBit(p + 1)) {
                predicateSlots.put(p, slot++);
            }
        }

        private void find(Instruction[] code) {
            BitSet otherwiseWritten = new BitSet();
            int[] into = new int[16];
            for (int i = shape.members().nextSetBit(0);
                    i >= 0;
                    i = shape.members().nextSetBit(i + 1)) {
                Instruction in = code[i];
                int reads = OperandUse.registersRead(in.opcode(), in.a(), in.b(), in.c(), in.modifiers(), into);
                for (int k = 0; k < reads; k++) {
                    used.set(into[k]);
                }
                int predicateReads = OperandUse.predicatesRead(in.opcode(), in.a(), in.b(), in.c(), in.guard(), into);
                for (int k = 0; k < predicateReads; k++) {
                    usedPredicates.set(into[k]);
                }
                if (in.destination() < 0) {
                    continue;
                }
                if (in.opcode().writesPredicate()) {
                    usedPredicates.set(in.destination());
                    writtenPredicates.set(in.destination());
                    continue;
                }
                int count = in.modifiers() instanceof Modifiers.Access access ? access.count() : 1;
                used.set(in.destination(), in.destination() + count);
                written.set(in.destination(), in.destination() + count);
                (InstructionWriter.isFloating(in) ? floats : otherwiseWritten)
                        .set(in.destination(), in.destination() + count);
            }
            floats.andNot(otherwiseWritten);
        }

        /**
         * Fetches what may be read before it is written. A register that the region holds as a float may hold something else here: the lane leaves at
         * the entry if a float cannot hold its bits.
         */
        void fetch(int entry) {
            Label isFloat = new Label();
            Label isNot = new Label();
            for (int r = floats.nextSetBit(0); r >= 0; r = floats.nextSetBit(r + 1)) {
                if (liveness.isRegisterLive(r, entry)) {
                    load(r);
                    method.visitMethodInsn(Opcodes.INVOKESTATIC, FLOAT_BITS, "isBitsOfNumber", "(J)Z", false);
                    method.visitJumpInsn(Opcodes.IFEQ, isNot);
                }
            }
            method.visitJumpInsn(Opcodes.GOTO, isFloat);
            method.visitLabel(isNot);
            method.visitLdcInsn(SingleExitRegion.end(entry, 0, 0));
            method.visitInsn(Opcodes.LRETURN);
            method.visitLabel(isFloat);
            for (int r = used.nextSetBit(0); r >= 0; r = used.nextSetBit(r + 1)) {
                boolean isRead = liveness.isRegisterLive(r, entry);
                if (isRead) {
                    load(r);
                } else {
                    method.visitInsn(Opcodes.LCONST_0);
                }
                storeBits(r);
            }
            for (int p = usedPredicates.nextSetBit(0); p >= 0; p = usedPredicates.nextSetBit(p + 1)) {
                if (liveness.isPredicateLive(p, entry)) {
                    arrays.predicateOf(p, LANE);
                } else {
                    method.visitInsn(Opcodes.ICONST_0);
                }
                method.visitVarInsn(Opcodes.ISTORE, predicateSlot(p));
            }
        }

        /**
         * Stores what the region may have written. Where it has not, that is what was fetched, or nothing that is read.
         *
         * @param next the instruction that the lane goes on with, before which nothing is stored that nobody reads; -1 for any
         */
        void putBack(int next) {
            for (int r = written.nextSetBit(0); r >= 0; r = written.nextSetBit(r + 1)) {
                if (next >= 0 && !liveness.isRegisterLive(r, next)) {
                    continue;
                }
                arrays.register(r);
                pushBits(r);
                method.visitInsn(Opcodes.LASTORE);
            }
            for (int p = writtenPredicates.nextSetBit(0); p >= 0; p = writtenPredicates.nextSetBit(p + 1)) {
                if (next >= 0 && !liveness.isPredicateLive(p, next)) {
                    continue;
                }
                arrays.predicate(p);
                arrays.predicate(p);
                method.visitInsn(Opcodes.IALOAD);
                method.visitInsn(Opcodes.ICONST_1);
                method.visitVarInsn(Opcodes.ILOAD, LANE);
                method.visitInsn(Opcodes.ISHL);
                method.visitInsn(Opcodes.ICONST_M1);
                method.visitInsn(Opcodes.IXOR);
                method.visitInsn(Opcodes.IAND);
                method.visitVarInsn(Opcodes.ILOAD, predicateSlot(p));
                method.visitVarInsn(Opcodes.ILOAD, LANE);
                method.visitInsn(Opcodes.ISHL);
                method.visitInsn(Opcodes.IOR);
                method.visitInsn(Opcodes.IASTORE);
            }
        }

        private void load(int register) {
            arrays.register(register);
            method.visitInsn(Opcodes.LALOAD);
        }

        private int slot(int register) {
            Integer slot = slots.get(register);
            if (slot == null) {
                throw new IllegalStateException("register " + register + " is not used in the region");
            }
            return slot;
        }

        private int predicateSlot(int predicate) {
            Integer slot = predicateSlots.get(predicate);
            if (slot == null) {
                throw new IllegalStateException("predicate " + predicate + " is not used in the region");
            }
            return slot;
        }

        @Override
        public void pushBits(int operand) {
            if (operand < 0) {
                method.visitLdcInsn(constants[~operand * Lanes.COUNT]);
            } else if (floats.get(operand)) {
                method.visitVarInsn(Opcodes.FLOAD, slot(operand));
                arrays.toBits();
            } else {
                method.visitVarInsn(Opcodes.LLOAD, slot(operand));
            }
        }

        @Override
        public void pushFloat(int operand) {
            if (operand < 0) {
                method.visitLdcInsn(constants[~operand * Lanes.COUNT]);
                arrays.toFloat();
            } else if (floats.get(operand)) {
                method.visitVarInsn(Opcodes.FLOAD, slot(operand));
            } else {
                method.visitVarInsn(Opcodes.LLOAD, slot(operand));
                arrays.toFloat();
            }
        }

        @Override
        public void storeBits(int register) {
            if (floats.get(register)) {
                arrays.toFloat();
                method.visitVarInsn(Opcodes.FSTORE, slot(register));
            } else {
                method.visitVarInsn(Opcodes.LSTORE, slot(register));
            }
        }

        @Override
        public void storeFloat(int register) {
            if (floats.get(register)) {
                method.visitVarInsn(Opcodes.FSTORE, slot(register));
            } else {
                arrays.toBits();
                method.visitVarInsn(Opcodes.LSTORE, slot(register));
            }
        }

        @Override
        public boolean isFloat(int register) {
            return floats.get(register);
        }

        @Override
        public void settleBits(int register) {}

        @Override
        public void pushPredicate(int predicate) {
            method.visitVarInsn(Opcodes.ILOAD, predicateSlot(predicate));
        }

        @Override
        public void storePredicate(int predicate) {
            method.visitVarInsn(Opcodes.ISTORE, predicateSlot(predicate));
        }
    }
}
