package io.cdpsim.bytecode;

import io.cdpsim.kernel.analysis.Liveness;
import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.warp.Lanes;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A lane's registers and predicates in a {@link SingleExitRegion}, each in a local variable throughout the region.
 *
 * <p>A register that floating-point arithmetic writes is held as a float if all its values are floats. Results of arithmetic have canonical bits, so a
 * NaN is one of arithmetic: where another NaN would come into such a register, the lane leaves the region.
 */
final class LaneLocals implements InstructionWriter.Slots {
    private static final String FLOAT_BITS = "io/cdpsim/kernel/semantics/FloatBits";
    private static final String FLOAT = "java/lang/Float";

    private final MethodVisitor method;
    private final LaneArrays arrays;
    private final int lane;
    private final long[] constants;
    private final Liveness liveness;
    private final SingleExitShape shape;
    private final BitSet used = new BitSet();
    private final BitSet written = new BitSet();
    private final BitSet usedPredicates = new BitSet();
    private final BitSet writtenPredicates = new BitSet();

    /** Registers that are held as floats. */
    private final BitSet floats = new BitSet();

    /** Those of them whose bits are exactly those of a value that was loaded, whatever they are. */
    private final BitSet exact = new BitSet();

    private final Map<Integer, Integer> slots = new HashMap<>();
    private final Map<Integer, Integer> predicateSlots = new HashMap<>();
    private final int end;

    /**
     * Assigns local variables.
     *
     * @param lane local variable of the lane's number
     * @param base local variable of the lane's index in the window's first register
     * @param firstSlot the first free local variable
     */
    LaneLocals(
            MethodVisitor method,
            Kernel kernel,
            Liveness liveness,
            SingleExitShape shape,
            int lane,
            int base,
            int firstSlot) {
        this.method = method;
        arrays = new LaneArrays(method, base);
        this.lane = lane;
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
        end = slot;
    }

    /** The first local variable behind these. */
    int end() {
        return end;
    }

    private void find(Instruction[] code) {
        BitSet results = new BitSet();
        BitSet loaded = new BitSet();
        BitSet others = new BitSet();
        BitSet readAsFloats = new BitSet();
        BitSet readAsBits = new BitSet();
        int[] into = new int[16];
        for (int i = shape.members().nextSetBit(0); i >= 0; i = shape.members().nextSetBit(i + 1)) {
            Instruction in = code[i];
            int reads = OperandUse.registersRead(in.opcode(), in.a(), in.b(), in.c(), in.modifiers(), into);
            for (int k = 0; k < reads; k++) {
                used.set(into[k]);
                if (InstructionWriter.readsFloats(in)) {
                    readAsFloats.set(into[k]);
                } else if (!isAccessToWords(in, Opcode.STORE) || into[k] == in.a()) {
                    readAsBits.set(into[k]);
                }
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
            (isAccessToWords(in, Opcode.LOAD) ? loaded : isFloatResult(in) ? results : others)
                    .set(in.destination(), in.destination() + count);
        }
        for (int r = used.nextSetBit(0); r >= 0; r = used.nextSetBit(r + 1)) {
            boolean onlyAsFloat = readAsFloats.get(r) && !readAsBits.get(r);
            if (!others.get(r) && (results.get(r) || onlyAsFloat)) {
                floats.set(r);
                exact.set(r, !results.get(r));
            }
        }
    }

    private static boolean isAccessToWords(Instruction in, Opcode opcode) {
        return in.opcode() == opcode
                && in.modifiers() instanceof Modifiers.Access access
                && LaneMemory.width(access.type()) == LaneMemory.WORD;
    }

    /** Whether the result is a float whose bits are canonical. */
    private static boolean isFloatResult(Instruction in) {
        return in.opcode().isArithmetic()
                && in.opcode().owner() == Opcode.Owner.SINGLE
                && in.opcode() != Opcode.COPYSIGN_F32;
    }

    /** Fetches what may be read before it is written. A lane leaves at the entry if a float cannot hold what a register holds. */
    void fetch(int entry, Label leave) {
        for (int r = floats.nextSetBit(0); r >= 0; r = floats.nextSetBit(r + 1)) {
            if (written.get(r) && liveness.isRegisterLive(r, entry)) {
                load(r);
                method.visitMethodInsn(
                        Opcodes.INVOKESTATIC, FLOAT_BITS, exact.get(r) ? "isWord" : "isBitsOfNumber", "(J)Z", false);
                method.visitJumpInsn(Opcodes.IFEQ, leave);
            }
        }
        for (int r = used.nextSetBit(0); r >= 0; r = used.nextSetBit(r + 1)) {
            boolean isRead = liveness.isRegisterLive(r, entry);
            if (floats.get(r)) {
                if (isRead) {
                    load(r);
                    arrays.toFloat();
                } else {
                    method.visitInsn(Opcodes.FCONST_0);
                }
                method.visitVarInsn(Opcodes.FSTORE, slot(r));
            } else {
                if (isRead) {
                    load(r);
                } else {
                    method.visitInsn(Opcodes.LCONST_0);
                }
                method.visitVarInsn(Opcodes.LSTORE, slot(r));
            }
        }
        for (int p = usedPredicates.nextSetBit(0); p >= 0; p = usedPredicates.nextSetBit(p + 1)) {
            if (liveness.isPredicateLive(p, entry)) {
                arrays.predicateOf(p, lane);
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
            method.visitVarInsn(Opcodes.ILOAD, lane);
            method.visitInsn(Opcodes.ISHL);
            method.visitInsn(Opcodes.ICONST_M1);
            method.visitInsn(Opcodes.IXOR);
            method.visitInsn(Opcodes.IAND);
            method.visitVarInsn(Opcodes.ILOAD, predicateSlot(p));
            method.visitVarInsn(Opcodes.ILOAD, lane);
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

    /** Whether a register can hold any word that is loaded; otherwise {@link #leavesIfNaN} comes before {@link #storeWord}. */
    boolean holdsAnyWord(int register) {
        return !floats.get(register) || exact.get(register);
    }

    /** Jumps to a label if the word in a local variable is a NaN, which a register that holds floats may not hold. */
    void leavesIfNaN(int wordSlot, Label leave) {
        method.visitVarInsn(Opcodes.ILOAD, wordSlot);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, FLOAT, "intBitsToFloat", "(I)F", false);
        method.visitInsn(Opcodes.DUP);
        method.visitInsn(Opcodes.FCMPL);
        method.visitJumpInsn(Opcodes.IFNE, leave);
    }

    /** Pops the word that a register holds from now on. */
    void storeWord(int register) {
        if (floats.get(register)) {
            method.visitMethodInsn(Opcodes.INVOKESTATIC, FLOAT, "intBitsToFloat", "(I)F", false);
            method.visitVarInsn(Opcodes.FSTORE, slot(register));
        } else {
            method.visitInsn(Opcodes.I2L);
            method.visitVarInsn(Opcodes.LSTORE, slot(register));
        }
    }

    @Override
    public void pushBits(int operand) {
        if (operand < 0) {
            method.visitLdcInsn(constants[~operand * Lanes.COUNT]);
        } else if (exact.get(operand)) {
            method.visitVarInsn(Opcodes.FLOAD, slot(operand));
            method.visitMethodInsn(Opcodes.INVOKESTATIC, FLOAT, "floatToRawIntBits", "(F)I", false);
            method.visitInsn(Opcodes.I2L);
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
